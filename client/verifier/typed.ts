import type { TrailEntry } from '../../shared/evidence/acts.ts';
import type { PaperTyped } from '../../shared/evidence/paper-typed.ts';
import { votesIn } from '../../shared/evidence/replayed.ts';
import type { Fault } from './files.ts';

/**
 * Compares each act about an evening on paper with the votes marked as typed from paper before the act: number of
 * votes, and sums by answer. Returns the faults.
 */
export function typedFaults(acts: readonly TrailEntry[]): Fault[] {
  const faults: Fault[] = [];
  let votes: ReturnType<typeof votesIn>[number][] = [];
  for (const act of acts) {
    const { typedFromPaper } = act.facts as { typedFromPaper?: unknown };
    if (act.name === 'votes' && typedFromPaper === true) votes.push(...votesIn(act));
    if (act.name !== 'paperTyped') continue;
    if (!isAsVoted(act.facts as PaperTyped, votes)) faults.push(['digitado', String(act.seq)]);
    votes = [];
  }
  return votes.length === 0 ? faults : [...faults, ['digitado', '']];
}

function isAsVoted({ jointId, questions, sums }: PaperTyped, votes: ReturnType<typeof votesIn>): boolean {
  const counts = new Map<number, number>();
  const found = new Map<string, [number, number]>();
  for (const [joint, concept, , answer, weight, , , , , , choices] of votes) {
    if (joint !== jointId) continue;
    counts.set(concept, (counts.get(concept) ?? 0) + 1);
    for (const name of choices === undefined ? [answer] : choices.split(',')) {
      const [units, coefficient] = found.get(`${concept}/${name}`) ?? [0, 0];
      found.set(`${concept}/${name}`, [units + 1, coefficient + Number(weight)]);
    }
  }
  const stated = new Map(questions.map((one) => [one.conceptId, one.votes]));
  const areCounted =
    stated.size === counts.size && [...stated].every(([id, many]) => counts.get(id) === many);
  return (
    areCounted &&
    sums.every(({ conceptId, voteId, typed }) => {
      const [units, coefficient] = found.get(`${conceptId}/${voteId}`) ?? [0, 0];
      return voteId === null || (typed.apartments === units && typed.coefficient === coefficient);
    })
  );
}
