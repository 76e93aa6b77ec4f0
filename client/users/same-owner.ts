import type { Apartment } from '../../shared/properties/apartments.api.ts';

/** The units not picked yet whose owner has a picked one: by document where both show it, else by name. */
export function unitsOfSameOwners(all: readonly Apartment[], picked: readonly string[]): string[] {
  const chosen = all.filter((unit) => picked.includes(unit.apartmentId));
  const isSame = (one: Apartment, other: Apartment) =>
    one.ownerDocument && other.ownerDocument
      ? one.ownerDocument === other.ownerDocument
      : one.owner.trim().toLowerCase() === other.owner.trim().toLowerCase();
  return all
    .filter((unit) => !picked.includes(unit.apartmentId) && chosen.some((one) => isSame(one, unit)))
    .map((unit) => unit.apartmentId);
}
