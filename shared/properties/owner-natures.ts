/**
 * Natures of a unit's owner: a single person, several people or an estate, or a company (represented by a
 * person).
 */
export const ownerNatures = ['person', 'several', 'company'] as const;
export type OwnerNature = (typeof ownerNatures)[number];
