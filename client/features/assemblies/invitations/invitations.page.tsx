import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  type Invitation,
  listInvitations,
  printLetters,
  revokeInvitation,
  sendInvitations,
} from '../../../../shared/assemblies/invitations.api.ts';
import type { PaperSize } from '../../../../shared/assemblies/paper.api.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { call, download, messageOf } from '../../../lib/api.ts';
import { count, units } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useSession } from '../../../lib/session.store.ts';
import { NO_MAIL_SERVER } from '../../../mail/mail-words.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { useSearch } from '../../../ui/fields/search.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Notice, Page, RowButton, Stack } from '../../../ui/page.tsx';
import { bothOf, EmptyState, QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { JointPicker } from '../joint-picker.tsx';
import { assemblyJointQuery } from '../meetings/assemblies.queries.ts';
import { AssembliesNav } from '../meetings/assemblies-nav.tsx';
import {
  type InvitationKind,
  invitationKinds,
  isOfKind,
  isToInvite,
  stateLines,
} from './invitation-states.ts';
import styles from './invitations.module.css';

/** '/Assemblies/Invitations': the ways into the current assembly from home. */
export default function InvitationsPage() {
  return (
    <Page
      title="Invitaciones"
      intro="Cada propietario recibe un enlace personal para asistir y votar desde su celular o computador."
    >
      <AssembliesNav />
      <JointPicker>
        {(joint, picker) => <Invitations key={joint.id} jointId={joint.id} picker={picker} />}
      </JointPicker>
    </Page>
  );
}

function Invitations({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const list = useQuery(invitationsQuery(jointId));
  const ofJoint = useQuery(assemblyJointQuery(jointId));
  return (
    <QueryView query={bothOf(list, ofJoint)} above={picker}>
      {([{ invitations, mailConfigured, withoutUser }, joint]) => {
        const isOver = joint.assembly?.closedAt != null;
        return (
          <>
            {picker}
            {isOver && (
              <Notice kind="info">
                La asamblea está cerrada: sus enlaces ya no sirven y no se envían más.
              </Notice>
            )}
            {!mailConfigured && !isOver && <Notice kind="warning">{NO_MAIL_SERVER}</Notice>}
            {withoutUser.owners > 0 && !isOver && <WithoutUser {...withoutUser} />}
            {invitations.length === 0 ? (
              <EmptyState message="Esta copropiedad no tiene propietarios con usuario." />
            ) : (
              <InvitationList jointId={jointId} invitations={invitations} isOver={isOver} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}

/** Owners whom no invitation reaches, and what to do about it. */
function WithoutUser({ apartments, owners: quantity }: { apartments: number; owners: number }) {
  const isStaff = useSession((state) => state.user?.profileId) === Profile.full;
  return (
    <Notice kind="warning" title={`${owners(quantity)} sin usuario: ${units(apartments)}`}>
      <p>
        No se les puede invitar.{' '}
        {isStaff ? <Link to="/Users">Cree sus usuarios</Link> : 'La plataforma crea sus usuarios'}, cada uno
        con sus inmuebles y su correo. Quien no tenga correo recibe una carta.
      </p>
    </Notice>
  );
}

interface Props {
  jointId: number;
  invitations: readonly Invitation[];
  /** Of an assembly that is over nothing can be sent. */
  isOver: boolean;
}

const textOf = ({ name, email, username, apartments }: Invitation) =>
  [name, email, username, ...apartments].join(' ');

/** Owners, how their invitation stands, and what can be done about those who are picked. */
function InvitationList({ jointId, invitations, isOver }: Props) {
  const [kind, setKind] = useState<InvitationKind>('all');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const acts = useInvitationActs(jointId, () => setPicked(new Set()));
  const { field, found } = useSearch(invitations, textOf);
  const shown = found.filter((one) => isOfKind(one, kind));
  const kinds = (Object.keys(invitationKinds) as InvitationKind[]).map((id) => ({
    id,
    label: `${invitationKinds[id]} (${count(invitations.filter((one) => isOfKind(one, id)).length)})`,
  }));
  const pick = (userId: string, isPicked: boolean) => {
    const next = new Set(picked);
    if (isPicked) next.add(userId);
    else next.delete(userId);
    setPicked(next);
  };
  const revoke = async ({ userId, name }: Invitation) => {
    const sure = await confirm({
      title: `¿Revocar el enlace de ${name}?`,
      body: 'El enlace deja de servir, también el de sus cartas, y se cierra la sesión que tenga abierta con él.',
      danger: true,
    });
    if (sure) acts.revoke.mutate(userId);
  };
  const columns: Column<Invitation>[] = [
    {
      id: 'name',
      header: 'Propietario',
      cell: (one) =>
        isOver ? (
          one.name
        ) : (
          <Checkbox isSelected={picked.has(one.userId)} onChange={(isPicked) => pick(one.userId, isPicked)}>
            {one.name}
          </Checkbox>
        ),
    },
    { id: 'units', header: 'Inmuebles', cell: (one) => one.apartments.join(', ') || '—' },
    {
      id: 'email',
      header: 'Correo',
      cell: (one) => <span className={styles.email}>{one.email ?? '—'}</span>,
    },
    { id: 'state', header: 'Estado', cell: (one) => <State lines={stateLines(one)} /> },
    ...(isOver
      ? []
      : [
          {
            id: 'acts',
            header: 'Acciones',
            cell: (one: Invitation) =>
              one.hasLink || isOfKind(one, 'waiting') ? (
                <RowButton act="Revocar enlace" of={`de ${one.name}`} onPress={() => void revoke(one)} />
              ) : (
                '—'
              ),
          },
        ]),
  ];
  return (
    <>
      {!isOver && <InvitationActs acts={acts} invitations={invitations} picked={picked} />}
      <div className={styles.filters}>
        <TextField label="Buscar" {...field} placeholder="Nombre, inmueble o correo" />
        <Select label="Mostrar" items={kinds} value={kind} onChange={setKind} placeholder="Todos" />
      </div>
      {!isOver && (
        <Stack row>
          <Button
            variant="quiet"
            size="small"
            isDisabled={shown.length === 0}
            onPress={() => setPicked(new Set([...picked, ...shown.map(({ userId }) => userId)]))}
          >
            Seleccionar los {count(shown.length)} de la lista
          </Button>
          {picked.size > 0 && (
            <Button variant="quiet" size="small" onPress={() => setPicked(new Set())}>
              Quitar la selección ({count(picked.size)})
            </Button>
          )}
        </Stack>
      )}
      <Table
        label="Invitaciones"
        columns={columns}
        rows={shown}
        rowKey={(one) => one.userId}
        empty="Nadie coincide con la búsqueda."
      />
    </>
  );
}

function State({ lines }: { lines: readonly string[] }) {
  return (
    <span className={styles.state}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

const papers: readonly { id: PaperSize; label: string }[] = [
  { id: 'letter', label: 'Carta' },
  { id: 'a4', label: 'A4' },
];

interface InvitationActsProps {
  acts: ReturnType<typeof useInvitationActs>;
  invitations: readonly Invitation[];
  picked: ReadonlySet<string>;
}

const owners = (quantity: number): string =>
  quantity === 1 ? '1 propietario' : `${count(quantity)} propietarios`;
const idsOf = (people: readonly Invitation[]): string[] => people.map(({ userId }) => userId);

/** Sending and printing: of those who are picked, or of all whom it still concerns. Each asks, with the number. */
function InvitationActs({ acts, invitations, picked }: InvitationActsProps) {
  const [paper, setPaper] = useState<PaperSize>('letter');
  const chosen = invitations.filter(({ userId }) => picked.has(userId));
  const toInvite = (picked.size > 0 ? chosen : invitations).filter(isToInvite);
  const again = chosen.filter((one) => one.email !== null);
  const onPaper = picked.size > 0 ? chosen : invitations.filter(({ email }) => email === null);

  const send = async () => {
    const title = `¿Enviar la invitación por correo a ${owners(toInvite.length)}?`;
    if (await confirm({ title })) acts.send.mutate({ userIds: idsOf(toInvite) });
  };
  const sendAgain = async () => {
    const title = `¿Enviar otra vez la invitación a ${owners(again.length)}?`;
    const body = 'Cada correo lleva un enlace nuevo. Los anteriores siguen sirviendo.';
    if (await confirm({ title, body })) acts.send.mutate({ userIds: idsOf(again), again: true });
  };
  const print = async () => {
    const title = `¿Imprimir las cartas de ${owners(onPaper.length)}?`;
    const body =
      'Una página para cada uno, con su enlace en un código QR. Entréguelas en sobre cerrado: quien tenga la carta entra a nombre del propietario.';
    if (await confirm({ title, body })) acts.print.mutate({ userIds: idsOf(onPaper), paper });
  };
  return (
    <div className={`wrap-3 ${styles.acts}`}>
      <Button onPress={() => void send()} isDisabled={toInvite.length === 0} isPending={acts.send.isPending}>
        Enviar invitaciones ({count(toInvite.length)})
      </Button>
      <Button
        variant="secondary"
        onPress={() => void sendAgain()}
        isDisabled={again.length === 0}
        isPending={acts.send.isPending}
      >
        Enviar de nuevo ({count(again.length)})
      </Button>
      <div className={`wrap-3 ${styles.print}`}>
        <Select label="Papel" items={papers} value={paper} onChange={setPaper} placeholder="Papel" />
        <Button
          variant="secondary"
          onPress={() => void print()}
          isDisabled={onPaper.length === 0}
          isPending={acts.print.isPending}
        >
          Imprimir cartas ({count(onPaper.length)})
        </Button>
      </div>
      <p className={styles.hint}>
        {picked.size > 0
          ? `Con los ${count(picked.size)} seleccionados.`
          : 'Sin selección: se invita a quienes tienen correo y no han sido invitados, y se imprimen las cartas de quienes no tienen correo.'}
      </p>
    </div>
  );
}

/** While something is on its way. */
const REFRESH_MS = 5_000;

const invitationsQuery = (jointId: number) =>
  queryOptions({
    ...freshOf(['invitations', jointId], listInvitations, { params: { jointId } }),
    refetchInterval: ({ state: { data } }) =>
      data?.mailConfigured === true && data.invitations.some((one) => isOfKind(one, 'waiting'))
        ? REFRESH_MS
        : false,
  });

/** What can be done about a joint's invitations; each says how it went and looks at the list again. */
function useInvitationActs(jointId: number, onDone: () => void) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: ['invitations', jointId] });
  const onError = (error: unknown) => toast.error(messageOf(error));
  const params = { jointId };
  const send = useMutation({
    mutationFn: (body: { userIds?: string[]; again?: boolean }) => call(sendInvitations, { params, body }),
    onSuccess: ({ queued }) => {
      if (queued > 0) toast.success(`Invitaciones en cola: ${owners(queued)}.`);
      else toast.info('Nadie por invitar: ya tienen su invitación.');
      onDone();
    },
    onError,
    onSettled,
  });
  const print = useMutation({
    mutationFn: (body: { userIds?: string[]; paper: PaperSize }) => download(printLetters, { params, body }),
    onSuccess: (file) => {
      saveFile(file);
      onDone();
    },
    onError,
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: (userId: string) => call(revokeInvitation, { params: { jointId, userId } }),
    onSuccess: () => toast.success('Enlace revocado.'),
    onError,
    onSettled,
  });
  return { send, print, revoke };
}
