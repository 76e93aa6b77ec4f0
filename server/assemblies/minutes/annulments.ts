import type { AssemblyAct } from './acta.repository.ts';
import type { Annulment } from './acta-facts.ts';

/** One vote as the trail names it when its unit leaves: joint, question, unit, receipt. */
type FreedVote = [jointId: number, conceptId: number, apartmentId: string, receipt: string];

/**
 * What ended votes in a joint, in order.
 * @param name who did it, as people know them
 */
export function annulmentsOf(
  acts: readonly AssemblyAct[],
  jointId: number,
  name: (actor: string) => string,
): Annulment[] {
  return acts.flatMap(({ act, at, actor, data }): Annulment[] => {
    const by = name(actor);
    const reason = typeof data.reason === 'string' ? data.reason : null;
    if (act === 'freed') {
      return byQuestion((data.votes ?? []) as FreedVote[], jointId).map(([conceptId, apartments]) => ({
        ...{ conceptId, act, at, by, reason, apartments },
        votes: apartments.length,
      }));
    }
    const kind = kinds.get(act);
    if (kind === undefined || data.jointId !== jointId) return [];
    const common = { conceptId: Number(data.conceptId), act: kind, at, by, reason };
    return kind === 'annulled'
      ? [{ ...common, votes: 1, apartments: [String(data.apartmentId)] }]
      : [{ ...common, votes: Number(data.votes), apartments: [] }];
  });
}

const kinds = new Map<string, Annulment['act']>([
  ['conceptReset', 'reset'],
  ['conceptDeleted', 'deleted'],
  ['voteAnnulled', 'annulled'],
]);

function byQuestion(votes: readonly FreedVote[], jointId: number): [number, string[]][] {
  const questions = new Map<number, string[]>();
  for (const [joint, conceptId, apartmentId] of votes) {
    if (joint !== jointId) continue;
    questions.set(conceptId, [...(questions.get(conceptId) ?? []), apartmentId]);
  }
  return [...questions];
}
