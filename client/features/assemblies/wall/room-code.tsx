import { useQuery } from '@tanstack/react-query';
import { getRoomCode } from '../../../../shared/assemblies/attendance.api.ts';
import type { LiveJoint } from '../../../lib/live/merge.ts';
import { queryOf } from '../../../lib/query.ts';
import { asksRoomCode } from '../launch/room-code-field.tsx';

/** Milliseconds after the expiry of a room code until the next is requested. */
const MOMENT_MS = 500;

/**
 * Current room code, shown on the wall and at the desk, and typed by owners registering by phone in the hall:
 * 'Código del salón 482 913'. Renders no element if the assembly needs no code.
 */
export function RoomCodeLine({
  jointId,
  assembly,
  className,
}: {
  jointId: number;
  assembly: LiveJoint['assembly'];
  className?: string | undefined;
}) {
  const isShown = asksRoomCode(assembly) && assembly?.openedAt !== null;
  const { data } = useQuery({
    ...queryOf(['roomCode', jointId, assembly?.assemblyId], getRoomCode, { params: { jointId } }),
    enabled: isShown,
    staleTime: 0,
    refetchInterval: ({ state }) => {
      const endsAt = state.data?.endsAt;
      const left = endsAt == null ? Number.POSITIVE_INFINITY : Date.parse(endsAt) - Date.now() + MOMENT_MS;
      // The clock of the device may be wrong: asks the server at least every 30 seconds.
      return Math.min(Math.max(left, MOMENT_MS), 30_000);
    },
    refetchIntervalInBackground: true,
  });
  if (!isShown || data?.code == null) return null;
  return (
    <p className={className}>
      Código del salón <strong>{`${data.code.slice(0, 3)} ${data.code.slice(3)}`}</strong>
    </p>
  );
}
