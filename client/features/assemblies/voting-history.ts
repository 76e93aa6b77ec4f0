import type { RecordItem } from '../../../shared/assemblies/votes.api.ts';

type Vote = Pick<RecordItem, 'apartmentId' | 'voteId'>;

/** Where a person's units stand on a question. `voted` counts units that may vote and did. */
export interface UnitStanding {
  voted: number;
  outOf: number;
  /** 'Votado' or 'No votado' (the specification), with the part and the answers where there is more to say. */
  words: string;
}

/**
 * What became of a person's units on a question: those with a coefficient that they hold now, and any that
 * voted before it changed hands.
 */
export function standingOn(
  answers: readonly { answerId: number; answerDescription: string }[],
  held: readonly { apartmentId: string; coefficient: number }[],
  votes: readonly Vote[],
): UnitStanding {
  const able = new Set(held.flatMap((unit) => (unit.coefficient > 0 ? [unit.apartmentId] : [])));
  for (const vote of votes) able.add(vote.apartmentId);
  const voted = votes.length;
  if (voted === 0) return { voted, outOf: able.size, words: 'No votado' };

  const counts = answers
    .map((answer) => ({
      name: answer.answerDescription,
      units: votes.filter((vote) => vote.voteId === answer.answerId).length,
    }))
    .filter((one) => one.units > 0);
  const said =
    counts.length === 1 ? counts[0]?.name : counts.map((one) => `${one.name} (${one.units})`).join(', ');
  const part = voted < able.size ? ` por ${voted} de ${able.size} inmuebles` : '';
  // Without the answers' texts, which the feed leaves out while results are hidden.
  if (!said) return { voted, outOf: able.size, words: `Votado${part}` };
  return { voted, outOf: able.size, words: `Votado${part}: ${said}` };
}
