import { type Nano, nano } from '../../../shared/coefficient.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { groupBy } from '../../platform/lib/group-by.ts';

/** Weight of a unit for the quorum: the coefficient, and the key of the owner to count different owners. */
export interface Weight {
  /** Coefficient of the unit in 10⁻⁹ of the table's unit: 2,5 % is 2500000000. */
  coefficient: Nano;
  /** Equal for units of the same owner. */
  ownerKey: string;
}

/**
 * Change of the attendance at an instant: a unit came (`units` 1), left (-1), or has another coefficient or owner
 * on the roll (`becomes`).
 */
export type Change = { at: Millis; apartmentId: string } & (
  | { units: 1 | -1; becomes?: never }
  | { becomes: Weight; units?: never }
);

/** Attendance of an assembly at an instant, after all registrations, departures and corrections of the instant. */
export interface Moment {
  /** Epoch ms. */
  at: Millis;
  /** Number of registered units. */
  apartments: number;
  /** Sum of the coefficients of the registered units, in 10⁻⁹ of the table's unit. */
  coefficient: Nano;
  /** Number of different owners with registered units. */
  owners: number;
  /** Sum of the coefficients of the whole roll at the instant. */
  total: Nano;
}

/**
 * Computes the attendance of an assembly over time. Yields one moment per instant with a change, so a unit
 * that moves to another holder is never counted twice.
 * @param roll weights before any change. Key: id of the unit ('101')
 * @param changes changes of the attendance, in any order
 */
export function* momentsOf(
  roll: ReadonlyMap<string, Weight>,
  changes: readonly Change[],
): Generator<Moment, void> {
  const weights = new Map(roll);
  const present = new Set<string>();
  const owners = new Map<string, number>();
  let coefficient = 0;
  let total = 0;
  for (const weight of weights.values()) total += weight.coefficient;

  /** Adds a unit's weight to the attendance (sign 1), or subtracts the weight (sign -1). */
  function count(weight: Weight | undefined, sign: 1 | -1): void {
    if (weight === undefined) return;
    coefficient += sign * weight.coefficient;
    const theirs = (owners.get(weight.ownerKey) ?? 0) + sign;
    if (theirs === 0) owners.delete(weight.ownerKey);
    else owners.set(weight.ownerKey, theirs);
  }

  for (const [at, group] of byInstant(changes)) {
    const moves = new Map<string, number>();
    for (const { apartmentId, units, becomes } of group) {
      if (units !== undefined) {
        moves.set(apartmentId, (moves.get(apartmentId) ?? 0) + units);
        continue;
      }
      const former = weights.get(apartmentId);
      total += becomes.coefficient - (former?.coefficient ?? 0);
      weights.set(apartmentId, becomes);
      if (!present.has(apartmentId)) continue;
      count(former, -1);
      count(becomes, 1);
    }
    for (const [apartmentId, move] of moves) {
      if (move > 0 && !present.has(apartmentId)) {
        present.add(apartmentId);
        count(weights.get(apartmentId), 1);
      } else if (move < 0 && present.delete(apartmentId)) count(weights.get(apartmentId), -1);
    }
    yield {
      at,
      apartments: present.size,
      coefficient: nano(coefficient),
      owners: owners.size,
      total: nano(total),
    };
  }
}

/** Groups changes by instant, in order of time. Within an instant the given order stays. */
const byInstant = (changes: readonly Change[]): Map<Millis, Change[]> =>
  groupBy(
    [...changes].sort((a, b) => a.at - b.at),
    ({ at }) => at,
  );
