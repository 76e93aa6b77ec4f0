import { useMemo, useState } from 'react';
import type { Invitation } from '../../../../shared/assemblies/invitations.api.ts';
import { count } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/fields/checkbox.tsx';
import { matches } from '../../../ui/fields/search.ts';
import { Select } from '../../../ui/fields/select.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/page.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { InvitationActs } from './invitation-acts.tsx';
import { type InvitationKind, invitationKinds, isOfKind, stateLines } from './invitation-states.ts';
import styles from './invitations.module.css';
import { useInvitationActs } from './use-invitations.ts';

interface Props {
  jointId: number;
  invitations: readonly Invitation[];
  /** Of an assembly that is over nothing can be sent. */
  isOver: boolean;
}

/** Owners, how their invitation stands, and what can be done about those who are picked. */
export function InvitationList({ jointId, invitations, isOver }: Props) {
  const [typed, setTyped] = useState('');
  const [kind, setKind] = useState<InvitationKind>('all');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const acts = useInvitationActs(jointId, () => setPicked(new Set()));
  const shown = useMemo(
    () =>
      invitations.filter(
        (one) =>
          isOfKind(one, kind) &&
          matches(`${one.name} ${one.email ?? ''} ${one.username} ${one.apartments.join(' ')}`, typed),
      ),
    [invitations, kind, typed],
  );
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
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={`Revocar el enlace de ${one.name}`}
                  onPress={() => void revoke(one)}
                >
                  Revocar enlace
                </Button>
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
        <TextField
          label="Buscar"
          type="search"
          value={typed}
          onChange={setTyped}
          placeholder="Nombre, inmueble o correo"
          autoComplete="off"
        />
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
