import type { Nano } from '../../../shared/coefficient.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import type { RollVersion } from '../store/roll/entries.repository.ts';
import type { Change, Weight } from './timeline.ts';

/**
 * Spanish text shown as owner of a unit, if the owner at the time is unknown: old corrections of the roll did
 * not store owners.
 */
export const UNKNOWN_OWNER = 'Propietario no registrado en su momento';

/**
 * Unit with the owner and coefficient on the roll at an earlier instant: later corrections must not change reports
 * about the past.
 */
export interface UnitThen {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  coefficient: Nano;
  /** Number of the unit's row in the table of units. */
  position: number;
}

/** Roll of an assembly with every version of every unit, to find owner and coefficient at any earlier instant. */
export class RollThen {
  readonly #units: ReadonlyMap<string, RollVersion[]>;

  /** @param versions of all units in the table's order; versions of a unit by number */
  constructor(versions: readonly RollVersion[]) {
    this.#units = groupBy(versions, ({ apartmentId }) => apartmentId);
  }

  /**
   * Returns a unit in the version with a number; undefined if the assembly's roll has no version of the unit with the
   * number.
   */
  of(apartmentId: string, number: number): UnitThen | undefined {
    return thenOf(this.#units.get(apartmentId)?.find(({ version }) => version === number));
  }

  /**
   * Returns a unit right before an instant; undefined if not on the assembly's roll. A correction takes effect after
   * the closing of the open question, so a vote or closing in the same millisecond comes before the correction.
   */
  before(apartmentId: string, at: Millis): UnitThen | undefined {
    return thenOf(this.#units.get(apartmentId)?.findLast(({ since }) => since === null || since < at));
  }

  /** Returns every unit right before an instant, in the table's order. */
  allBefore(at: Millis): UnitThen[] {
    return [...this.#units.keys()].flatMap((apartmentId) => this.before(apartmentId, at) ?? []);
  }

  /** Returns the weight (coefficient and owner) of each unit at the roll's opening, for the quorum. */
  opened(): Map<string, Weight> {
    return new Map(
      [...this.#units].flatMap(([apartmentId, [first, ...more]]) =>
        first === undefined ? [] : [[apartmentId, weigh(first, more)] as const],
      ),
    );
  }

  /** Returns the corrections of the assembly's roll after its opening. */
  changes(): Change[] {
    return [...this.#units].flatMap(([apartmentId, theirs]) =>
      theirs.flatMap((version, i) =>
        version.since === null
          ? []
          : [{ at: version.since, apartmentId, becomes: weigh(version, theirs.slice(i + 1)) }],
      ),
    );
  }
}

function thenOf(version: RollVersion | undefined): UnitThen | undefined {
  if (version === undefined) return undefined;
  const { apartmentId, owner, ownerDocument, coefficient, position } = version;
  return { apartmentId, owner: owner ?? UNKNOWN_OWNER, ownerDocument, coefficient, position };
}

/**
 * Returns the weight (coefficient and owner) of a version. An unknown owner gets the key of the unit's next known
 * owner, so a unit never counts as two owners.
 */
function weigh(version: RollVersion, later: readonly RollVersion[]): Weight {
  const { apartmentId, coefficient } = version;
  const owned = [version, ...later].find(({ owner }) => owner !== null);
  return { coefficient, ownerKey: owned?.personKey ?? `unit:${apartmentId}` };
}
