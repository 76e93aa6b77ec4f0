import type { Apartment } from '../../shared/properties/apartments.api.ts';
import { mayBeSame } from '../../shared/properties/person.ts';

/** Returns other units of the joint with possibly the same owner as the picked units. The staff decide. */
export function unitsOfSameOwners(all: readonly Apartment[], picked: readonly string[]): string[] {
  const personOf = ({ owner, ownerDocument }: Apartment) => ({ name: owner, document: ownerDocument });
  const chosen = all.filter((unit) => picked.includes(unit.apartmentId));
  const isChosen = (unit: Apartment) => chosen.some((one) => mayBeSame(personOf(one), personOf(unit)));
  return all
    .filter((unit) => !picked.includes(unit.apartmentId) && isChosen(unit))
    .map((unit) => unit.apartmentId);
}
