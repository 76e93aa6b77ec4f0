/** Owner of a unit: one person, several people or an estate, or a company (attends through a representative). */
export const ownerNatures = ['person', 'several', 'company'] as const;
export type OwnerNature = (typeof ownerNatures)[number];
