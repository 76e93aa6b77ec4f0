import type { RollApartment } from '../../../../shared/assemblies/attendance.api.ts';

type CompanionUnit = Pick<RollApartment, 'apartmentId' | 'mainApartmentId'>;

/**
 * Adds and removes parking and storage units when the operator selects units at the desk: a newly selected main
 * unit adds its free parking and storage units; a removed main unit removes its own. A parking or storage unit
 * removed alone stays out.
 * @param before ids selected before
 * @param after ids selected by the operator
 * @param free selectable units
 * @returns the ids selected after both changes
 */
export function withCompanions(
  before: readonly string[],
  after: readonly string[],
  free: readonly CompanionUnit[],
): string[] {
  const was = new Set(before);
  const is = new Set(after);
  const goesWith = (main: (id: string) => boolean) =>
    free.filter((unit) => unit.mainApartmentId !== null && main(unit.mainApartmentId));
  const come = goesWith((id) => is.has(id) && !was.has(id)).map((unit) => unit.apartmentId);
  const go = new Set(goesWith((id) => was.has(id) && !is.has(id)).map((unit) => unit.apartmentId));
  return [...new Set([...after.filter((id) => !go.has(id)), ...come])];
}

/**
 * Groups the units selected at the desk: each main unit with the selected parking and storage units of the main
 * unit.
 * @param chosen ids of the selected units
 * @param free selectable units
 */
export function companionsOf(
  chosen: readonly string[],
  free: readonly CompanionUnit[],
): { main: string; others: string[] }[] {
  const is = new Set(chosen);
  return chosen.flatMap((main) => {
    const others = free
      .filter((unit) => unit.mainApartmentId === main && is.has(unit.apartmentId))
      .map((unit) => unit.apartmentId);
    return others.length === 0 ? [] : [{ main, others }];
  });
}

/**
 * Returns the parking and storage units to be moved together with the main units when the desk takes units from a
 * person, to name the units in advance. The server moves the units without a request.
 * @param taken ids of the main units taken from the person
 * @param units all units on the roll, with the present holders
 */
export function goneAlong<One extends CompanionUnit & Pick<RollApartment, 'userId'>>(
  taken: readonly string[],
  units: readonly One[],
): One[] {
  const is = new Set(taken);
  const holders = new Map(
    units.flatMap(({ apartmentId, userId }) =>
      is.has(apartmentId) && userId !== null ? [[apartmentId, userId]] : [],
    ),
  );
  return units.filter(
    ({ apartmentId, mainApartmentId, userId }) =>
      !is.has(apartmentId) && userId !== null && userId === holders.get(mainApartmentId ?? ''),
  );
}
