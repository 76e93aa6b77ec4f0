import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Invitations as InvitationsAnswer } from '../../../../shared/assemblies/invitations.api.ts';
import { noticeReport } from '../../../../shared/assemblies/reports.api.ts';
import { Profile } from '../../../../shared/profiles.ts';
import { count, counted, units } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.store.ts';
import { NO_MAIL_SERVER } from '../../../mail/words.ts';
import { ReportButton } from '../../../reports/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { CopiedText } from '../../../ui/copied-text.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { useSearch } from '../../../ui/fields/search.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Button, Notice, RowButton, Stack } from '../../../ui/page.tsx';
import { bothOf, EmptyState, QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { Whole } from '../../../ui/whole.tsx';
import { Contact } from '../../properties/index.ts';
import { usePaperChoice } from '../codes/paper-choice.store.ts';
import { PaperChoice } from '../codes/paper-choice.tsx';
import { assemblyJointQuery } from '../meetings/assemblies.queries.ts';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';
import styles from './invitations.module.css';
import { invitationsQuery, useInvitationCalls } from './invitations.queries.ts';
import { NoticeAddressDialog } from './notice-address.tsx';
import { NoticeFiles } from './notice-files.tsx';
import {
  changeWords,
  type InvitationKind,
  type Invitee,
  invitationKinds,
  inviteeIds,
  inviteesOf,
  isForLetter,
  isOfKind,
  isToInvite,
  isToTell,
  sendingWords,
  stateLines,
} from './states.ts';

/**
 * Page '/Assemblies/Invitations' for operators: list of the owners, to send invitations to the current assembly by
 * mail or letter.
 */
export default function InvitationsPage() {
  return (
    <AssembliesScreen
      title="Invitaciones"
      intro="Cada propietario recibe un enlace personal para asistir y votar desde su celular o computador."
    >
      {(joint, picker) => <Invitations key={joint.id} jointId={joint.id} picker={picker} />}
    </AssembliesScreen>
  );
}

function Invitations({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const list = useQuery(invitationsQuery(jointId));
  const ofJoint = useQuery(assemblyJointQuery(jointId));
  return (
    <QueryView query={bothOf(list, ofJoint)} above={picker}>
      {([answer, joint]) => {
        const { mailConfigured } = answer;
        const people = inviteesOf(answer.invitations, answer.withoutUser);
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
            {!isOver && <Unreached jointId={jointId} people={people} ownerless={answer.ownerless} />}
            <details className="more">
              <summary>Documentos y constancia de la convocatoria</summary>
              <NoticeFiles jointId={jointId} isOver={isOver} />
              <NoticeProof jointId={jointId} />
            </details>
            {people.length === 0 ? (
              <EmptyState message="La tabla de inmuebles no nombra propietarios." />
            ) : (
              <InvitationList jointId={jointId} invitations={people} isOver={isOver} />
            )}
          </>
        );
      }}
    </QueryView>
  );
}

/** Buttons for the proof of the notice to each owner. */
function NoticeProof({ jointId }: { jointId: number }) {
  return (
    <Stack row>
      {[false, true].map((xlsx) => (
        <ReportButton
          key={String(xlsx)}
          report={noticeReport}
          input={{ params: { jointId }, query: xlsx ? { xlsx } : {} }}
          look={{ variant: 'quiet', size: 'small' }}
        >
          {`Constancia de convocatoria en ${xlsx ? 'Excel' : 'PDF'}`}
        </ReportButton>
      ))}
    </Stack>
  );
}

interface UnreachedProps {
  jointId: number;
  people: readonly Invitee[];
  ownerless: InvitationsAnswer['ownerless'];
}

/** Notice about owners without a user account or a mail address, with the next step for each group. */
function Unreached({ jointId, people, ownerless }: UnreachedProps) {
  const profile = useSession((state) => state.user?.profileId);
  const isStaff = profile === Profile.full;
  const table =
    profile !== Profile.operator ? (
      <Link to={`/Joints/${jointId}`}>tabla de inmuebles</Link>
    ) : (
      'tabla de inmuebles, que carga la plataforma'
    );
  const made = people.filter((one) => one.userId === null && isToInvite(one)).length;
  const noEmail = people.filter((one) => one.email === null && one.obstacle !== 'disabled').length;
  const disabled = people.filter((one) => one.obstacle === 'disabled').length;
  return (
    <>
      {made > 0 && (
        <Notice kind="info" title={`${counted(made, 'propietario')} sin usuario`}>
          Se les crea al enviarles la invitación, con el correo de la tabla de inmuebles. No hay que hacer
          nada más.
        </Notice>
      )}
      {noEmail > 0 && (
        <Notice kind="warning" title={`${counted(noEmail, 'propietario')} sin correo`}>
          <p>
            Escriba su correo en la {table}, y cárguela otra vez; o imprima sus cartas: quien no tenga usuario
            lo recibe con la carta.
          </p>
        </Notice>
      )}
      {disabled > 0 && (
        <Notice kind="warning" title={`${counted(disabled, 'propietario')} con el usuario deshabilitado`}>
          <p>
            No se les invita.{' '}
            {isStaff ? <Link to="/Users">Habilítelos en Usuarios</Link> : 'La plataforma los habilita'} si
            deben asistir.
          </p>
        </Notice>
      )}
      {ownerless.length > 0 && (
        <Notice kind="warning" title={`${units(ownerless.length)} sin propietario`}>
          <p>
            <Whole>{listedNames(ownerless)}</Whole>. A nadie se puede invitar por ellos: complete la {table}.
          </p>
        </Notice>
      )}
    </>
  );
}

/** Maximum number of names listed in the notice. */
const MOST_NAMES = 12;

const listedNames = (names: readonly string[]): string =>
  names.length > MOST_NAMES
    ? `${names.slice(0, MOST_NAMES).join(', ')} y ${count(names.length - MOST_NAMES)} más`
    : names.join(', ');

interface Props {
  jointId: number;
  invitations: readonly Invitee[];
  /** True after the end of the assembly: sending is disabled. */
  isOver: boolean;
}

const inviteeText = ({ name, email, username, apartments }: Invitee) =>
  [name, email, username, ...apartments].join(' ');

/** List of owners with the state of each invitation, and actions for the selected owners. */
function InvitationList({ jointId, invitations, isOver }: Props) {
  const [kind, setKind] = useState<InvitationKind>('all');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [addressed, setAddressed] = useState<Invitee | null>(null);
  const acts = useInvitationCalls(jointId, () => setPicked(new Set()));
  const { field, found } = useSearch(invitations, inviteeText);
  const shown = found.filter((one) => isOfKind(one, kind));
  const kinds = (Object.keys(invitationKinds) as InvitationKind[]).map((id) => ({
    id,
    label: `${invitationKinds[id]} (${count(invitations.filter((one) => isOfKind(one, id)).length)})`,
  }));
  const pick = (key: string, isPicked: boolean) => {
    const next = new Set(picked);
    if (isPicked) next.add(key);
    else next.delete(key);
    setPicked(next);
  };
  return (
    <>
      {!isOver && <InvitationActs acts={acts} invitations={invitations} picked={picked} />}
      <div className={`grid-4 ${styles.filters}`}>
        <TextField label="Buscar" {...field} placeholder="Nombre, inmueble o correo" />
        <Select label="Mostrar" items={kinds} value={kind} onChange={setKind} />
      </div>
      {!isOver && (
        <Stack row>
          <Button
            variant="quiet"
            size="small"
            isDisabled={shown.length === 0}
            onPress={() => setPicked(new Set([...picked, ...shown.map(({ key }) => key)]))}
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
        columns={inviteeColumns({
          isOver,
          picked,
          onPick: pick,
          ...personActs(acts),
          onAddress: setAddressed,
        })}
        rows={shown}
        rowKey={(one) => one.key}
        phoneRows={5}
        empty="Nadie coincide con la búsqueda."
      />
      {addressed && (
        <NoticeAddressDialog
          jointId={jointId}
          apartments={addressed.apartments}
          onClose={() => setAddressed(null)}
        />
      )}
    </>
  );
}

/** Returns the actions for a person of the list; each asks first. */
function personActs(acts: ReturnType<typeof useInvitationCalls>) {
  const revoke = async ({ userId, name }: Invitee) => {
    if (userId === null) return;
    const sure = await confirm({
      title: `¿Revocar el enlace de ${name}?`,
      body: 'El enlace deja de servir, también el de sus cartas, y se cierra la sesión que tenga abierta con él.',
      danger: true,
    });
    if (sure) acts.revoke.mutate(userId);
  };
  const share = async ({ userId, name }: Invitee) => {
    if (userId === null) return;
    const { text } = await acts.share.mutateAsync(userId);
    await confirm({
      title: `Texto para ${name}`,
      body: <SharedNotice text={text} />,
      yes: 'Listo',
      no: null,
    });
  };
  const sign = async ({ userId, name }: Invitee) => {
    if (userId !== null && (await confirm({ title: `¿${name} firmó su carta?` }))) acts.sign.mutate(userId);
  };
  return {
    onRevoke: (one: Invitee) => void revoke(one),
    onShare: (one: Invitee) => void share(one).catch(() => undefined),
    onSign: (one: Invitee) => void sign(one),
  };
}

interface InviteeColumnsInput {
  isOver: boolean;
  picked: ReadonlySet<string>;
  onPick: (key: string, isPicked: boolean) => void;
  onRevoke: (invitee: Invitee) => void;
  onShare: (invitee: Invitee) => void;
  onSign: (invitee: Invitee) => void;
  onAddress: (invitee: Invitee) => void;
}

/** Columns of the list of owners. After the end of the assembly without checkboxes and actions. */
function inviteeColumns({ isOver, picked, onPick, ...acts }: InviteeColumnsInput): Column<Invitee>[] {
  return [
    {
      header: 'Propietario',
      cell: (one) =>
        isOver ? (
          one.name
        ) : (
          <Checkbox isSelected={picked.has(one.key)} onChange={(isPicked) => onPick(one.key, isPicked)}>
            {one.name}
          </Checkbox>
        ),
    },
    { header: 'Inmuebles', cell: (one) => <Whole>{one.apartments.join(', ') || '—'}</Whole> },
    {
      header: 'Correo',
      cell: ({ email }) => email && <Contact emails={[email]} phones={[]} />,
    },
    { header: 'Estado', cell: (one) => <InvitationState lines={stateLines(one)} /> },
    ...(isOver
      ? []
      : [
          {
            header: 'Acciones',
            cell: (one: Invitee) => <InviteeActs one={one} {...acts} />,
          },
        ]),
  ];
}

function InviteeActs({
  one,
  onRevoke,
  onShare,
  onSign,
  onAddress,
}: { one: Invitee } & Pick<InviteeColumnsInput, 'onRevoke' | 'onShare' | 'onSign' | 'onAddress'>) {
  const of = `de ${one.name}`;
  return (
    <Stack row>
      {one.userId !== null && <RowButton act="Texto para compartir" of={of} onPress={() => onShare(one)} />}
      {one.apartments.length > 0 && (
        <RowButton
          act={one.registered !== null || one.byHand.length > 0 ? 'Dirección registrada' : 'Dirección'}
          of={of}
          variant="quiet"
          onPress={() => onAddress(one)}
        />
      )}
      {one.letterPrintedAt !== null && one.signedAt === null && (
        <RowButton act="Firmó la carta" of={of} onPress={() => onSign(one)} />
      )}
      {(one.hasLink || isOfKind(one, 'waiting')) && (
        <RowButton act="Revocar enlace" of={of} onPress={() => onRevoke(one)} />
      )}
    </Stack>
  );
}

/** Text with the personal link of an owner, to copy or to share by the phone's own programs. */
function SharedNotice({ text }: { text: string }) {
  return (
    <>
      <p>El enlace entra a nombre del propietario: envíelo solo al número que él registró.</p>
      <CopiedText what="la convocatoria" text={text} />
      {typeof navigator.share === 'function' && (
        <Button variant="secondary" onPress={() => void navigator.share({ text }).catch(() => undefined)}>
          Compartir
        </Button>
      )}
    </>
  );
}

function InvitationState({ lines }: { lines: readonly string[] }) {
  return (
    <span className="stack">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  );
}

interface InvitationActsProps {
  acts: ReturnType<typeof useInvitationCalls>;
  invitations: readonly Invitee[];
  picked: ReadonlySet<string>;
}

/**
 * Buttons to send and print invitations, for the selected or all remaining owners. Each button asks for
 * confirmation with the number.
 */
function InvitationActs({ acts, invitations, picked }: InvitationActsProps) {
  const paper = usePaperChoice((state) => state.paper);
  const chosen = invitations.filter(({ key }) => picked.has(key));
  const toInvite = (picked.size > 0 ? chosen : invitations).filter(isToInvite);
  const again = chosen.filter((one) => one.userId !== null && one.email !== null);
  const onPaper = (picked.size > 0 ? chosen : invitations.filter(isForLetter)).filter(
    ({ obstacle }) => obstacle !== 'disabled',
  );

  const send = async () => {
    if (await confirm(sendingWords(toInvite))) acts.send.mutate(inviteeIds(toInvite));
  };
  const sendAgain = async () => {
    const title = `¿Enviar otra vez la invitación a ${counted(again.length, 'propietario')}?`;
    const body = 'Cada correo lleva un enlace nuevo. Los anteriores siguen sirviendo.';
    if (await confirm({ title, body })) acts.send.mutate({ ...inviteeIds(again), again: true });
  };
  const print = async () => {
    const title = `¿Imprimir las cartas de ${counted(onPaper.length, 'propietario')}?`;
    const body =
      'Una página para cada uno, con su enlace en un código QR. Entréguelas en sobre cerrado: quien tenga la carta entra a nombre del propietario.';
    if (await confirm({ title, body })) acts.print.mutate({ ...inviteeIds(onPaper), paper });
  };
  const toTell = invitations.filter(isToTell);
  const tellChange = async () => {
    if (await confirm(changeWords(toTell))) acts.send.mutate({ changed: true });
  };
  return (
    <div className={`wrap-3 ${styles.acts}`}>
      {toTell.length > 0 && (
        <Button onPress={() => void tellChange()} isPending={acts.send.isPending}>
          Avisar a {count(toTell.length)}
        </Button>
      )}
      <Button
        variant={toTell.length > 0 ? 'secondary' : 'primary'}
        onPress={() => void send()}
        isDisabled={toInvite.length === 0}
        isPending={acts.send.isPending}
      >
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
        <PaperChoice />
        <Button
          variant="secondary"
          onPress={() => void print()}
          isDisabled={onPaper.length === 0}
          isPending={acts.print.isPending}
        >
          Imprimir cartas ({count(onPaper.length)})
        </Button>
      </div>
      <p className={`faint ${styles.hint}`}>
        {picked.size > 0
          ? `Con los ${count(picked.size)} seleccionados.`
          : 'Sin selección: se invita a quienes tienen correo y no han sido invitados, y se imprimen las cartas de quienes no tienen correo.'}
      </p>
    </div>
  );
}
