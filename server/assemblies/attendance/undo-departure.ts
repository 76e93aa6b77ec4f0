import type { Capacity } from '../../../shared/assemblies/attendance.api.ts';
import { defined } from '../../../shared/defined.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { byName } from '../../platform/lib/by-name.ts';
import type { UseCase } from '../store/act.ts';
import type { AttendanceTable } from '../store/assembly-tables.ts';
import { lastWithdrawn } from '../store/tally/annulment.repository.ts';
import { registerUnits } from './register-units.ts';

/**
 * Undoes the last departure of a code: registers the units again from now on, with attendee, capacity and powers as
 * before. Annulled votes stay annulled.
 * @returns ids of the units in the order of the names
 * @throws Problem holderNotFound without a departure of the code; alreadyRegistered, powerStands or powerOfAnother if
 * the units or the powers have changed since
 */
export async function undoDeparture(act: UseCase, code: string, principal: Principal): Promise<string[]> {
  const { assemblyId } = act.assembly;
  const rows = await lastWithdrawn(act.trx, { assemblyId, code });
  if (rows.length === 0) throw new Problem('holderNotFound');
  const groups = new Map<string, AttendanceTable[]>();
  for (const row of rows) {
    const key = JSON.stringify([row.attendee_name, row.attendee_document, row.by_proxy || row.capacity]);
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  for (const group of groups.values()) {
    await registerUnits(
      act,
      { holder: { userId: code, isCode: true, badgeOf: null }, allowed: null },
      wantedAgain(group),
      principal,
    );
  }
  return [...new Set(rows.map((row) => row.apartment_id))].sort(byName);
}

/** Returns the registration that restores rows with the same attendee and capacity. */
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
