import type { ActFacts, TrailEntry } from './acts.ts';
import type { Closed } from './closing-told.ts';
import type { Head } from './head.ts';

/** Facts in the audit entry of an assembly's opening: hash of the roll, and owners with several units. */
export interface Opened extends ActFacts {
  /** Ids of the joints on the roll (list of units), and hash of the roll in hexadecimal. */
  roll?: { joints: readonly number[]; sha256: string };
  jointName?: string;
  /** Units of each owner with several units: an element per owner and joint. */
  persons?: readonly { jointId: number; units: readonly string[] }[];
}

/**
 * Returns the openings of assemblies among the acts of an audit trail, each with the number of the entry. Leaves
 * out old openings without a hash of the roll.
 */
export const openingsOf = (acts: readonly TrailEntry[]): { seq: number; facts: Opened }[] =>
  acts
    .filter(({ name, facts }) => name === 'assemblyOpened' && (facts as Opened).roll)
    .map(({ seq, facts }) => ({ seq, facts: facts as Opened }));

const HEADED: readonly string[] = [
  ...['assemblyOpened', 'conceptDeactivated', 'assemblyClosed', 'epochBegan'],
  ...['signedActaPublished', 'papersMade'],
];

/**
 * Returns the acts with a missing signed head: the server must sign a head at the instant of an opening, closing,
 * end, documents, signed acta, epoch. A verifier reports the acts. Acts from before signed heads existed are left
 * out.
 */
export function unheadedEntries(
  acts: readonly TrailEntry[],
  heads: readonly Pick<Head, 'size' | 'at'>[],
): TrailEntry[] {
  const boundSince = openingsOf(acts)[0]?.seq ?? Number.POSITIVE_INFINITY;
  return acts
    .filter(({ seq, name, facts }) => {
      if (!HEADED.includes(name) || (name === 'conceptDeactivated' && !(facts as Closed).ballots))
        return false;
      // Openings from before signed heads bind no roll.
      return seq >= boundSince || (name !== 'assemblyOpened' && name !== 'assemblyClosed');
    })
    .filter(({ seq, at }) => !heads.some((head) => head.size >= seq && head.at === at));
}
