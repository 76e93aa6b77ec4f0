import { type Nano, nano } from '../../../shared/coefficient.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** What a unit is on the roll, as far as a quorum asks. */
export interface Weight {
  coefficient: Nano;
  ownerKey: string;
}

/** A unit came (+1) or left (-1), or the roll says since then something else of it. */
export type Change = { at: Millis; apartmentId: string } & (
  | { units: 1 | -1; becomes?: never }
  | { becomes: Weight; units?: never }
);

/** Who was there after everything that happened at one instant. */
export interface Moment {
  at: Millis;
  apartments: number;
  coefficient: Nano;
  /** How many different owners are represented. */
  owners: number;
  /** What the whole roll added up to then. */
  total: Nano;
}

/**
 * Plays an assembly's attendance from its beginning, one moment per instant at which something changed: a unit that
 * moves to another holder never counts twice, not even for a moment.
 * @param roll every unit as it was before any change
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

  /** Adds a unit's weight to those who are there, or takes it away. */
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

/** Changes by when they were, in the order of time and then as given. */
function byInstant(changes: readonly Change[]): Map<Millis, Change[]> {
  const instants = new Map<Millis, Change[]>();
  for (const change of [...changes].sort((a, b) => a.at - b.at)) {
    const group = instants.get(change.at);
    if (group === undefined) instants.set(change.at, [change]);
    else group.push(change);
  }
  return instants;
}
