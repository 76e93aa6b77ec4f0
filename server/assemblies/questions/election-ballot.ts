import { blankAnswerAmong, sameText } from '../../../shared/assemblies/concept-words.ts';
import type { NewConcept } from '../../../shared/assemblies/concepts.api.ts';
import type { ElectionMethod } from '../../../shared/assemblies/elections/election.ts';
import type { Rule } from '../../../shared/assemblies/law/majority.ts';
import { Problem } from '../../platform/http/problem.ts';

type Wish = Pick<NewConcept, 'answers' | 'method' | 'blankAnswerId'> & { seats?: number | undefined };

/** What is voted: the answers in their order and, of an election of several seats, how many and how they are given. */
export interface BallotOfQuestion {
  answers: { description: string; names?: readonly string[] }[];
  blankAnswerId: number | null;
  /** Null where one answer wins, as `method`. */
  seats: number | null;
  method: ElectionMethod | null;
}

/**
 * A question's ballot as its maker wishes it.
 * @throws Problem answersMisnumbered, blankAnswerUnknown, seatsNeedElection, listWithoutNames, namesOnlyInLists, nameTwice
 */
export function ballotOfQuestion(rule: Rule, wish: Wish): BallotOfQuestion {
  const answers = inOrder(wish.answers);
  const seats = wish.seats === undefined || wish.seats === 1 ? null : wish.seats;
  if (seats !== null && rule !== 'election') throw new Problem('seatsNeedElection');
  const blankAnswerId = blankAnswerOf(rule, answers, wish.blankAnswerId);
  const hasLists = answers.some(({ names }) => names !== undefined);
  const method = seats === null ? null : (wish.method ?? (hasLists ? 'quotient' : 'nominal'));
  if (method !== 'quotient' && hasLists) throw new Problem('namesOnlyInLists');
  if (seats === null) return { answers, blankAnswerId, seats, method };
  const electable = answers.filter((_, i) => i + 1 !== blankAnswerId);
  if (method === 'quotient') {
    if (electable.some(({ names }) => names === undefined)) throw new Problem('listWithoutNames');
    if (answers[(blankAnswerId ?? 0) - 1]?.names !== undefined) throw new Problem('namesOnlyInLists');
  }
  const people = electable.flatMap(({ names, description }) => names ?? [description]).map(sameText);
  // Somebody who stands in two places could get two seats.
  if (new Set(people).size < people.length) throw new Problem('nameTwice');
  return { answers, blankAnswerId, seats, method };
}

/** The answers by their numbers 1..n: as numbered by the caller, or in the order given where nobody numbered them. */
function inOrder(answers: Wish['answers']): BallotOfQuestion['answers'] {
  const isNumbered = answers.some((answer) => answer.answerId !== undefined);
  const byNumber = new Map(answers.map((answer) => [answer.answerId, answer]));
  return answers.map((given, i) => {
    const answer = isNumbered ? byNumber.get(i + 1) : given;
    if (answer === undefined) throw new Problem('answersMisnumbered');
    const { answerDescription: description, names } = answer;
    return names === undefined ? { description } : { description, names };
  });
}

/** Only an election has a blank answer: under the other rules each answer but the approving one is the same. */
function blankAnswerOf(
  rule: Rule,
  answers: BallotOfQuestion['answers'],
  wish: Wish['blankAnswerId'],
): number | null {
  if (rule !== 'election') return null;
  if (wish === undefined) return blankAnswerAmong(answers.map(({ description }) => description));
  if (wish !== null && wish > answers.length) throw new Problem('blankAnswerUnknown');
  return wish;
}
