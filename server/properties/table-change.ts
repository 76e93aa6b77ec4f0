import type { NewOwner, StoredUnit, Unit } from './apartments.repository.ts';

/** What a new table of units changes in the stored one. */
export interface TableChange {
  /** The new table, in its order, ids spelt as they are already stored. */
  units: Unit[];
  /** Units that the new table no longer names. */
  missing: string[];
  /** Owners that begin; a unit whose owner is the same keeps theirs. */
  owners: NewOwner[];
}

/** Ids that differ in case alone are one unit for whoever reads a badge. */
const unitKey = (id: string): string => id.toLocaleUpperCase('es');

/**
 * Compares a new table with the stored one. Pure.
 * @param at epoch ms from which new owners own.
 */
export function changeOfTable(
  stored: readonly StoredUnit[],
  given: readonly Unit[],
  at: number,
): TableChange {
  const byKey = new Map(stored.map((unit) => [unitKey(unit.apartmentId), unit]));
  const spelt = (id: string): string => byKey.get(unitKey(id))?.apartmentId ?? id;
  const units = given.map((unit) => ({
    ...unit,
    apartmentId: spelt(unit.apartmentId),
    mainApartmentId: unit.mainApartmentId === null ? null : spelt(unit.mainApartmentId),
  }));
  const named = new Set(units.map((unit) => unit.apartmentId));
  const owners = units.flatMap((unit): NewOwner[] => {
    const before = byKey.get(unitKey(unit.apartmentId));
    const same = before?.owner === unit.owner && before.ownerDocument === unit.ownerDocument;
    const nobody = unit.owner === '' && (before === undefined || before.owner === '');
    if (same || nobody) return [];
    const { apartmentId, owner, ownerDocument } = unit;
    // Two changes within a millisecond, or a clock that was set back: an owner never begins before the last.
    const since = Math.max(at, (before?.ownerSince ?? 0) + 1);
    return [{ apartmentId, owner, ownerDocument, since }];
  });
  return {
    units,
    missing: stored
      .filter((unit) => !unit.retired && !named.has(unit.apartmentId))
      .map((unit) => unit.apartmentId),
    owners,
  };
}
