import type { RecordItem } from '../../../../shared/assemblies/votes.api.ts';

type Vote = Pick<RecordItem, 'apartmentId' | 'voteId' | 'voteIds'>;
type Answers = readonly { answerId: number; answerDescription: string }[];

/**
 * Returns the text of the answers in an own vote: 'Si', or several names joined: 'Ana · Beto'. '' if the answer
 * texts are unknown.
 * @param answers answers of the question
 * @param vote number of the answer, and of all names on a ballot with several names
 */
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

/** True for a vote that the person cast; false for a vote of the desk or of a proxy for the person's unit. */
export const isOwnVote = ({ way, proxy }: Pick<RecordItem, 'way' | 'proxy'>): boolean =>
  way !== 'desk' && proxy === undefined;

/** Summary for an owner's page: the votes of the owner's units on a question. */
export interface UnitStanding {
  /** Number of units with a vote. */
  voted: number;
  /** Number of units with the right to vote. */
  outOf: number;
  /** Text 'Votado' or 'No votado', with the number of units and the answers if needed. */
  words: string;
}

/**
 * Counts the votes of a person's units on a question, with a Spanish summary: 'Votado por 2 de 3 inmuebles: Si'.
 * Counts the units held now with a coefficient, and other units with a vote.
 * @param answers answers of the question, for the words
 * @param held units held now
 * @param votes votes of the person's units on the question
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
  const answerText =
    counts.length === 1 ? counts[0]?.name : counts.map((one) => `${one.name} (${one.units})`).join(', ');
  const part = voted < able.size ? ` por ${voted} de ${able.size} inmuebles` : '';
  // Hidden results: the live state has no answer texts.
  if (!answerText) return { voted, outOf: able.size, words: `Votado${part}` };
  return { voted, outOf: able.size, words: `Votado${part}: ${answerText}` };
}
