import { ownerKey } from '../../properties/person.ts';
import type { ConveningUnit } from '../law/conveners.ts';

/** Owners convene as a plural number with at least one fifth of the coefficients (Ley 675 de 2001, art. 39). */
const FIFTH = 5;
const PLURAL = 2;

/**
 * True if the units belong to two or more persons and reach a fifth of the coefficients. Units without a person
 * differ by the owner's name.
 * @param total coefficient of the joint's roll, in 10⁻⁹
 */
export function isConvenedByLaw(units: readonly ConveningUnit[], total: number): boolean {
  const persons = units.map(({ person, owner, apartmentId }) => person ?? ownerKey(owner, null, apartmentId));
  const sum = units.reduce((of, { coefficient }) => of + coefficient, 0);
  return new Set(persons).size >= PLURAL && sum * FIFTH >= total;
}
