import type { RecordItem } from '../../../shared/assemblies/votes.api.ts';

type Vote = Pick<RecordItem, 'apartmentId' | 'voteId' | 'voteIds'>;
type Answers = readonly { answerId: number; answerDescription: string }[];

/** What a vote says, by the question's texts: several names one after the other; '' where the texts are not known. */
export function votedWords(
  answers: Answers,
  {
    voteId,
    voteIds = voteId === null ? [] : [voteId],
  }: { voteId: number | null; voteIds?: readonly number[] },
): string {
  return voteIds
    .map((id) => answers.find(({ answerId }) => answerId === id)?.answerDescription ?? '')
    .filter(Boolean)
    .join(' · ');
}

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
  answers: Answers,
  held: readonly { apartmentId: string; coefficient: number }[],
  votes: readonly Vote[],
): UnitStanding {
  const wordsOf = (vote: Vote) => votedWords(answers, vote);
  const able = new Set(held.flatMap((unit) => (unit.coefficient > 0 ? [unit.apartmentId] : [])));
  for (const vote of votes) able.add(vote.apartmentId);
  const voted = votes.length;
  if (voted === 0) return { voted, outOf: able.size, words: 'No votado' };

  const counts = answers
    .flatMap((answer) => [...new Set(votes.filter(({ voteId }) => voteId === answer.answerId).map(wordsOf))])
    .map((name) => ({ name, units: votes.filter((vote) => wordsOf(vote) === name).length }));
  const said =
    counts.length === 1 ? counts[0]?.name : counts.map((one) => `${one.name} (${one.units})`).join(', ');
  const part = voted < able.size ? ` por ${voted} de ${able.size} inmuebles` : '';
  // Without the answers' texts, which the feed leaves out while results are hidden.
  if (!said) return { voted, outOf: able.size, words: `Votado${part}` };
  return { voted, outOf: able.size, words: `Votado${part}: ${said}` };
}
