import type { RollApartment } from '../../../../shared/assemblies/attendance.api.ts';

type Unit = Pick<RollApartment, 'apartmentId' | 'mainApartmentId'>;

/**
 * Chosen units after a change. Adding a main unit adds the free companion units; removing the main unit removes the
 * companions. A companion removed alone stays out.
 */
export function withCompanions(
  before: readonly string[],
  after: readonly string[],
  free: readonly Unit[],
): string[] {
  const was = new Set(before);
  const is = new Set(after);
  const goesWith = (main: (id: string) => boolean) =>
    free.filter((unit) => unit.mainApartmentId !== null && main(unit.mainApartmentId));
  const come = goesWith((id) => is.has(id) && !was.has(id)).map((unit) => unit.apartmentId);
  const go = new Set(goesWith((id) => was.has(id) && !is.has(id)).map((unit) => unit.apartmentId));
  return [...new Set([...after.filter((id) => !go.has(id)), ...come])];
}

/** Chosen main units with the chosen companions. */
export function companionsOf(
  chosen: readonly string[],
  free: readonly Unit[],
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
 * Companion units moved by a take-back too: held by the same holder as the taken main unit. The server includes the units.
 */
export function goneAlong<One extends Unit & Pick<RollApartment, 'userId'>>(
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
