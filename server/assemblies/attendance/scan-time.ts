import type { Millis } from '../../platform/db/tables.ts';
import { isRunner, type Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Act } from '../store/act.ts';
import { anotherWasHeld } from '../store/assembly.repository.ts';
import { leftSince, type RollEntry } from '../store/attendance.repository.ts';

/** When a registration counts from, and when its scan arrived where that was later. */
export interface EntryTime {
  at: Millis;
  receivedAt: Millis | null;
}

/**
 * When units enter. A scan that waited for the network counts from when it was made, within the assembly: never
 * later than now nor earlier than its opening, which it makes itself where it is the first act. It brings nothing
 * back that would be gone had it arrived at once: units that left since, an attendance that began again, an
 * assembly that is over.
 * @throws Problem forbidden for anybody but the desk, scanOutdated with the units' names
 */
export async function entryTime(
  act: Act,
  scannedAt: string | undefined,
  principal: Principal,
  units: readonly RollEntry[],
): Promise<EntryTime> {
  const { trx, assembly, family } = act;
  if (scannedAt === undefined) return { at: act.at, receivedAt: null };
  if (!isRunner(principal)) throw new Problem('forbidden');
  const scanned = Math.min(Date.parse(scannedAt), act.at);
  // A leap second is an instant by its format, and none of a Date's.
  if (Number.isNaN(scanned)) throw new Problem('badRequest');

  const { assemblyId, rootId, attendanceSince } = assembly;
  const began = assembly.openedAt ?? assembly.createdAt;
  if (attendanceSince !== null && scanned < attendanceSince) throw outdated(units, () => attendanceSince);
  if (scanned < began && (await anotherWasHeld(trx, rootId, scanned))) throw outdated(units, () => began);
  const apartmentIds = [...new Set(units.map((unit) => unit.apartmentId))];
  const left = await leftSince(trx, { assemblyId, jointIds: family, apartmentIds, after: scanned });
  if (left.size > 0) throw outdated(units, (apartmentId) => left.get(apartmentId));
  return { at: Math.max(scanned, began), receivedAt: act.at };
}

/** Names the units that a late scan does not bring back, with since when they are out. */
function outdated(units: readonly RollEntry[], since: (apartmentId: string) => Millis | undefined): Problem {
  const byUnit = new Map(units.map((unit) => [unit.apartmentId, unit]));
  return new Problem('scanOutdated', {
    apartments: [...byUnit.values()].flatMap(({ apartmentId, ownerName }) => {
      const at = since(apartmentId);
      if (at === undefined) return [];
      return [{ apartmentId, owner: ownerName, at: new Date(at).toISOString(), attendee: null }];
    }),
  });
}
