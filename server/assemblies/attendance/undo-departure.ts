import type { Capacity } from '../../../shared/assemblies/attendance.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { byName } from '../../platform/lib/by-name.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { standingPowers } from '../powers/powers.repository.ts';
import type { UseCase } from '../store/act.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';
import { leftSince, readRoll } from '../store/attendance/attendance.repository.ts';
import { findCode } from '../store/attendance/codes.repository.ts';
import { lastWithdrawn } from '../store/tally/annulment.repository.ts';
import { registerUnits } from './register-units.ts';

/**
 * Undoes the last departure of a card or badge, for the button 'Deshacer' of the desk: registers the units again
 * from now on, with attendee, capacity, powers, room or home, means of identification and second step as before.
 * Annulled votes stay annulled, and no power is written or revived.
 * @returns ids of the units, sorted
 * @throws Problem holderNotFound without a departure of the code; alreadyRegistered or powerStands if a unit has
 *   another holder or another power since; departureOutdated after a later change of attendance, code or units;
 *   powerOfAnother if a power used until the departure has ended
 */
export async function undoDeparture(act: UseCase, code: string, principal: Principal): Promise<string[]> {
  const { assemblyId } = act.assembly;
  const departure = await lastWithdrawn(act.trx, { assemblyId, code });
  if (departure === undefined) throw new Problem('holderNotFound');
  const { rows } = departure;
  await refuseOutdated(act, code, departure);
  await refuseEndedPowers(act, rows);
  const groups = groupBy(rows, ({ attendee_name, attendee_document, by_proxy, capacity, identified_by }) =>
    JSON.stringify([attendee_name, attendee_document, by_proxy || capacity, identified_by]),
  );
  for (const group of groups.values()) {
    await registerUnits(
      act,
      { holder: { userId: code, isCode: true, badgeOf: null }, allowed: null, restored: group },
      wantedAgain(group),
      principal,
    );
  }
  return [...new Set(rows.map((row) => row.apartment_id))].sort(byName);
}

/**
 * Refuses an undo after the attendance began again, the code was revoked or registered other units, or a unit came
 * back and left again. @throws Problem departureOutdated
 */
async function refuseOutdated(
  { trx, assembly, family }: UseCase,
  code: string,
  { at, rows }: { at: Millis; rows: readonly AttendanceTable[] },
): Promise<void> {
  const { assemblyId, attendanceSince } = assembly;
  const apartmentIds = rows.map((row) => row.apartment_id);
  const units = { assemblyId, jointIds: family };
  const held = await readRoll(trx, { ...units, holder: code });
  const isOutdated =
    (attendanceSince !== null && attendanceSince >= at) ||
    (await findCode(trx, code))?.revoked !== false ||
    held.some(({ apartmentId }) => !apartmentIds.includes(apartmentId)) ||
    (await leftSince(trx, { ...units, apartmentIds, after: at })).size > 0;
  if (isOutdated) throw new Problem('departureOutdated');
}

/** Refuses an undo after the end of a power. @throws Problem powerOfAnother unless each power of the rows stands */
async function refuseEndedPowers(act: UseCase, rows: readonly AttendanceTable[]): Promise<void> {
  const byPower = rows.filter((row) => row.power_id !== null);
  const units = byPower.map((row) => row.apartment_id);
  const standing = await standingPowers(act.trx, act.assembly.assemblyId, units);
  if (byPower.some((row) => standing.get(row.apartment_id)?.powerId !== row.power_id)) {
    throw new Problem('powerOfAnother');
  }
}

/** Returns the registration that restores rows with the same attendee, capacity and means of identification. */
function wantedAgain(rows: readonly AttendanceTable[]) {
  const [first] = rows;
  const name = first?.attendee_name ?? null;
  const person = name === null ? undefined : { name, document: first?.attendee_document ?? null };
  const byUnit = new Map(
    rows.flatMap((row) => (row.power_id === null ? [] : [[row.apartment_id, row.power_id] as const])),
  );
  const isByProxy = first?.by_proxy === 1;
  const capacity: Capacity | undefined = isByProxy ? undefined : (first?.capacity ?? undefined);
  return {
    apartmentIds: [...new Set(rows.map((row) => row.apartment_id))],
    ...defined({
      attendee: person,
      capacity,
      byProxy: isByProxy ? true : undefined,
      brought: person !== undefined && byUnit.size > 0 ? { person, byUnit } : undefined,
    }),
  };
}
