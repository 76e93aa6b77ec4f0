import { ownerKey } from '../../properties/person.ts';
import type { ConveningUnit } from '../law/conveners.ts';

/**
 * Owners may convene an assembly as two or more owners with at least a fifth of the coefficients (Ley 675, art.
 * 39): divisor and minimum of owners.
 */
const FIFTH = 5;
const PLURAL = 2;

/**
 * True if the owners convening an extraordinary assembly have at least a fifth of the coefficients and are two or
 * more persons, as the law requires. In old assemblies without a number for each person, owners are compared by
 * name.
 * @param units units of the conveners, with coefficients in 10⁻⁹
 * @param total coefficient of all units of the joint, in 10⁻⁹
 */
export function isConvenedByLaw(units: readonly ConveningUnit[], total: number): boolean {
  const persons = units.map(({ person, owner, apartmentId }) => person ?? ownerKey(owner, null, apartmentId));
  const sum = units.reduce((of, { coefficient }) => of + coefficient, 0);
  return new Set(persons).size >= PLURAL && sum * FIFTH >= total;
}
