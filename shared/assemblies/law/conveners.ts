/** Who calls owners to an assembly (Ley 675 de 2001, art. 39). */
export const conveners = ['administrator', 'council', 'fiscalAuditor', 'owners'] as const;
export type Convener = (typeof conveners)[number];

export const convenerNames: Record<Convener, string> = {
  administrator: 'El administrador',
  council: 'El consejo de administración',
  fiscalAuditor: 'El revisor fiscal',
  owners: 'Los propietarios',
};

/** Owners convene as a plural number with at least one fifth of the coefficients (Ley 675 de 2001, art. 39). */
const FIFTH = 5;
const PLURAL = 2;

/** A unit of an owner who convened, as on the roll of that moment; coefficient in 10⁻⁹. */
export interface ConveningUnit {
  apartmentId: string;
  owner: string;
  coefficient: number;
}

/**
 * True if the units are of two owners or more and reach a fifth of the coefficients.
 * @param total of the joint's roll, in 10⁻⁹
 */
export function isConvenedByLaw(
  units: readonly Pick<ConveningUnit, 'owner' | 'coefficient' | 'apartmentId'>[],
  total: number,
): boolean {
  const owners = new Set(units.map(({ owner, apartmentId }) => owner.trim().toLowerCase() || apartmentId));
  const sum = units.reduce((of, { coefficient }) => of + coefficient, 0);
  return owners.size >= PLURAL && sum * FIFTH >= total;
}
