import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Display, endDisplay, listDisplays } from '../../../../shared/accounts/displays.api.ts';
import { call, hasCode, messageOf } from '../../../lib/api.ts';
import { dateTime } from '../../../lib/format.ts';
import { freshOf } from '../../../lib/query.ts';
import { confirm } from '../../../ui/confirm.tsx';
import { Card, RowButton } from '../../../ui/page.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { type Column, Table } from '../../../ui/table.tsx';
import { toast } from '../../../ui/toast.tsx';
import { AssembliesScreen } from '../meetings/assemblies-screen.tsx';
import { useJointFamily } from '../properties/use-assembly-joints.ts';
import { DisplayCodeMaker } from './display-code-maker.tsx';
import { DisplayLinkMaker } from './display-link-maker.tsx';
import styles from './screens.module.css';

/** Polling interval in milliseconds: users open screens across the hall while the list is shown. */
const SCREENS_POLL_MS = 5_000;

const displaysKey = (jointId: number) => ['displays', jointId];

/**
 * Page '/Assemblies/Screens' for operators: list of the walls (screens in the hall opened without a sign-in), and
 * buttons to open more.
 */
export default function ScreensPage() {
  return (
    <AssembliesScreen
      title="Pantallas"
      intro="Muestran el quórum y las votaciones en equipos donde nadie ha iniciado sesión, sin nombres de propietarios."
    >
      {(joint, picker) => <Screens key={joint.id} jointId={joint.id} picker={picker} />}
    </AssembliesScreen>
  );
}

function Screens({ jointId, picker }: { jointId: number; picker: ReactNode }) {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: displaysKey(jointId) });
  return (
    <>
      {picker}
      <QueryView
        query={{
          ...freshOf(displaysKey(jointId), listDisplays, { params: { jointId } }),
          refetchInterval: SCREENS_POLL_MS,
        }}
      >
        {(data) => <OpenScreens jointId={jointId} displays={data} onEnded={refresh} />}
      </QueryView>
      <div className={`grid-4 ${styles.ways}`}>
        <Card title="Abrir con un código">
          <p>Seis números que se escriben en la pantalla. Sirven durante diez minutos.</p>
          <DisplayCodeMaker jointId={jointId} />
        </Card>
        <Card title="Abrir con un enlace">
          <p>Sirve durante 30 días a quien lo tenga, en las pantallas que haga falta.</p>
          <DisplayLinkMaker jointId={jointId} onMade={refresh} />
        </Card>
      </div>
    </>
  );
}

interface OpenProps {
  jointId: number;
  displays: readonly Display[];
  onEnded: () => void;
}

function OpenScreens({ jointId, displays, onEnded }: OpenProps) {
  const family = useJointFamily(jointId);
  const ending = useMutation({
    mutationFn: (displayId: string) => call(endDisplay, { params: { jointId, displayId } }),
    onSuccess: () => toast.success('La pantalla fue terminada.'),
    onError: (error) => {
      // Another user already ended the screen.
      if (!hasCode(error, 'displayNotFound')) toast.error(messageOf(error));
    },
    onSettled: onEnded,
  });
  const end = async (display: Display) => {
    const sure = await confirm({
      title: `¿Terminar la pantalla ${displayName(display)}?`,
      body: 'Deja de mostrar la asamblea enseguida. Si es un enlace, también en las demás pantallas donde esté abierto.',
      yes: 'Terminar',
      danger: true,
    });
    if (sure) ending.mutate(display.displayId);
  };
  const columns: Column<Display>[] = [
    { header: 'Pantalla', cell: displayName },
    { header: 'Estado', cell: displayState },
    ...(family.length > 0
      ? [
          {
            header: 'Muestra',
            cell: (one: Display) => family.find((joint) => joint.id === one.jointId)?.label ?? '—',
          },
        ]
      : []),
    { header: 'Abierta con', cell: ({ by }) => (by === 'link' ? 'Enlace' : 'Código') },
    { header: 'Desde', cell: ({ openedAt }) => dateTime(openedAt) },
    { header: 'La creó', cell: ({ madeBy }) => madeBy ?? '—' },
    {
      header: 'Acciones',
      cell: (one) => (
        <RowButton
          act="Terminar"
          of={`la pantalla ${displayName(one)} de ${dateTime(one.openedAt)}`}
          onPress={() => void end(one)}
        />
      ),
    },
  ];
  return (
    <Table
      label="Pantallas abiertas"
      columns={columns}
      rows={displays}
      rowKey={({ displayId }) => displayId}
      empty="No hay pantallas abiertas."
    />
  );
}

const displayName = ({ device, seenAt, by }: Display): string =>
  device ?? (seenAt === null && by === 'link' ? 'Enlace sin abrir' : 'Equipo desconocido');

function displayState({ isLive, seenAt }: Display): string {
  if (isLive) return 'En vivo ahora';
  return seenAt === null ? 'Sin abrir' : `Vista por última vez: ${dateTime(seenAt)}`;
}
