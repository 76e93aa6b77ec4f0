import type { Act } from '../store/act.ts';
import { type HolderMove, moveHolders } from '../store/codes.repository.ts';

/**
 * Units go from codes to other codes as they stand: entry time, attendee and proxy stay, and so do votes, which
 * are the unit's. So a unit that has voted cannot vote again with its new code.
 */
export async function handOver(
  act: Act,
  moves: readonly HolderMove[],
  { how, reason }: { how: 'exchanged' | 'renewed'; reason: string | null },
): Promise<void> {
  const { trx, assembly, family } = act;
  const moved = await moveHolders(trx, { assemblyId: assembly.assemblyId, jointIds: family }, moves);
  if (moved.length === 0) return;
  const units = new Map<string, [number, string][]>();
  for (const { jointId, apartmentId, from } of moved) {
    units.set(from, [...(units.get(from) ?? []), [jointId, apartmentId]]);
    act.changed.attendance.add(jointId);
  }
  await act.audit('holdersMoved', {
    how,
    reason,
    moves: moves.flatMap(({ from, to }) => {
      const theirs = units.get(from);
      return theirs === undefined ? [] : [{ from, to, units: theirs }];
    }),
  });
}
