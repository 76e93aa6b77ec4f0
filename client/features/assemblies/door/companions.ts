import type { RollApartment } from '../../../../shared/assemblies/attendance.api.ts';

type CompanionUnit = Pick<RollApartment, 'apartmentId' | 'mainApartmentId'>;

/**
 * Selected units after a change of the selection. A main unit also adds its free companion units (parking,
 * storage); removal of the main unit removes the companions. A companion removed alone stays out.
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

/** Selected main units, each with the selected companion units (parking, storage). */
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
 * Companion units (parking, storage) that move together with taken main units, because the same person holds both.
 * The server moves the companions by itself.
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
