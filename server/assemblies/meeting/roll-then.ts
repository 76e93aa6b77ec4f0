import type { Nano } from '../../../shared/coefficient.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { RollVersion } from '../store/roll-entries.repository.ts';
import type { Change, Weight } from './timeline.ts';

/** Whose a unit was where nobody can tell any more: it was corrected before entries of the roll were kept. */
export const UNKNOWN_OWNER = 'Propietario no registrado en su momento';

/** What a unit was on the roll at some moment. */
export interface UnitThen {
  apartmentId: string;
  owner: string;
  ownerDocument: string | null;
  coefficient: Nano;
  /** Place in the table. */
  position: number;
}

/** A joint's roll in an assembly through the evening: every unit in each of its versions. */
export class RollThen {
  readonly #units = new Map<string, RollVersion[]>();

  /** @param versions in the table's order, those of a unit by number */
  constructor(versions: readonly RollVersion[]) {
    for (const version of versions) {
      const theirs = this.#units.get(version.apartmentId);
      if (theirs === undefined) this.#units.set(version.apartmentId, [version]);
      else theirs.push(version);
    }
  }

  /** A unit in one of its versions; undefined where it is not on the roll. */
  of(apartmentId: string, number: number): UnitThen | undefined {
    return thenOf(this.#units.get(apartmentId)?.find(({ version }) => version === number));
  }

  /**
   * A unit right before an instant. A correction waits for the closing of the open question: what happened in its very
   * millisecond was before it, as the closing was.
   */
  before(apartmentId: string, at: Millis): UnitThen | undefined {
    return thenOf(this.#units.get(apartmentId)?.findLast(({ since }) => since === null || since < at));
  }

  /** Every unit right before an instant, in the table's order. */
  allBefore(at: Millis): UnitThen[] {
    return [...this.#units.keys()].flatMap((apartmentId) => this.before(apartmentId, at) ?? []);
  }

  /** What the roll was when it was opened, as far as a quorum asks. */
  opened(): Map<string, Weight> {
    return new Map(
      [...this.#units].flatMap(([apartmentId, [first, ...more]]) =>
        first === undefined ? [] : [[apartmentId, weigh(first, more)] as const],
      ),
    );
  }

  /** What was corrected on it since. */
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

/** An owner that nobody can tell any more counts as the next one that is known: the same unit never is two owners. */
function weigh(version: RollVersion, later: readonly RollVersion[]): Weight {
  const { apartmentId, coefficient } = version;
  const known = [version, ...later].find(({ owner }) => owner !== null);
  return { coefficient, ownerKey: known?.personKey ?? `unit:${apartmentId}` };
}
