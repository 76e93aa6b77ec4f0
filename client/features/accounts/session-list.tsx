import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  endUserSession,
  endUserSessions,
  listUserSessions,
  type OpenSession,
} from '../../../shared/accounts/sessions.api.ts';
import { call, hasCode, messageOf } from '../../lib/api.ts';
import { dateTime } from '../../lib/format.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Button, RowButton } from '../../ui/page.tsx';
import { EmptyState, QueryView } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toast.tsx';

const BY_LINK =
  'Ingresó con el enlace de una asamblea, que solo sirve para ella. Ingrese con su usuario y contraseña para ver sus sesiones.';

/**
 * List of the open sessions (signed-in devices) of a user, each with a button to end the session. A user sees
 * the own sessions; platform staff the sessions of any user.
 */
export function SessionList({ userId }: { userId: string }) {
  const client = useQueryClient();
  const queryKey = ['sessions', userId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listUserSessions, { params: { userId }, signal }),
    staleTime: 0,
  });
  const after = (done: string) => ({
    onSuccess: () => toast.success(done),
    onError: (error: unknown) => {
      // The session ended meanwhile, as requested.
      if (!hasCode(error, 'sessionNotFound')) toast.error(messageOf(error));
    },
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
  const one = useMutation({
    mutationFn: (sessionId: string) => call(endUserSession, { params: { userId, sessionId } }),
    ...after('La sesión fue cerrada.'),
  });
  const rest = useMutation({
    mutationFn: () => call(endUserSessions, { params: { userId } }),
    ...after('Las sesiones fueron cerradas.'),
  });
  if (hasCode(query.error, 'forbidden')) return <EmptyState message={BY_LINK} />;
  return (
    <QueryView query={query}>
      {(sessions) => {
        const others = sessions.filter(({ isOwn }) => !isOwn);
        const hasOwn = others.length < sessions.length;
        const endRest = async () => {
          const sure = await confirm({
            title: hasOwn ? '¿Cerrar las demás sesiones?' : '¿Cerrar todas las sesiones?',
            body: 'En esos equipos habrá que ingresar de nuevo.',
            danger: true,
          });
          if (sure) rest.mutate();
        };
        return (
          <>
            <Table
              label="Sesiones abiertas"
              columns={columnsWith((session) => one.mutate(session.sessionId))}
              rows={sessions}
              rowKey={({ sessionId }) => sessionId}
              empty="No hay sesiones abiertas."
            />
            {others.length > 0 && (
              <div>
                <Button variant="secondary" isPending={rest.isPending} onPress={() => void endRest()}>
                  {hasOwn ? 'Cerrar las demás' : 'Cerrar todas'}
                </Button>
              </div>
            )}
          </>
        );
      }}
    </QueryView>
  );
}

const deviceOf = ({ device }: OpenSession): string => device ?? 'Equipo desconocido';

const columnsWith = (end: (session: OpenSession) => void): Column<OpenSession>[] => [
  {
    header: 'Equipo',
    cell: (session) => `${deviceOf(session)}${session.isOwn ? ' (esta sesión)' : ''}`,
  },
  { header: 'Desde', cell: ({ openedAt }) => dateTime(openedAt) },
  {
    header: 'Último uso',
    cell: ({ isOwn, seenAt }) => (isOwn ? 'Ahora' : seenAt === null ? '—' : dateTime(seenAt)),
  },
  {
    header: 'Ingresó con',
    cell: ({ by }) => (by === 'link' ? 'Enlace de la asamblea' : 'Contraseña'),
  },
  {
    header: 'Acciones',
    cell: (session) =>
      session.isOwn ? (
        '—'
      ) : (
        <RowButton
          act="Cerrar"
          of={`la sesión de ${deviceOf(session)} del ${dateTime(session.openedAt)}`}
          onPress={() => end(session)}
        />
      ),
  },
];
