import type { ActFacts, TrailEntry } from './acts.ts';
import type { Closed } from './closing-told.ts';
import type { Head } from './head.ts';

/** Facts of an assembly's opening, with the hash of the roll (list of units). */
export interface Opened extends ActFacts {
  /** Ids of the joints on the roll (list of units), and hash of the roll in hexadecimal. */
  roll?: { joints: readonly number[]; sha256: string };
  jointName?: string;
  /** Units of each owner with several units: an element per owner and joint. */
  persons?: readonly { jointId: number; units: readonly string[] }[];
}

/**
 * Returns the openings of assemblies among the acts, with the number of the entry. Leaves out old openings without
 * the hash of the roll (list of units).
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
 * Returns the acts that need a signed head (summary of the log) without a head of the same instant: opening,
 * closing, end, papers, signed acta (minutes), epoch. Acts from before the introduction of heads are left out.
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
