import { blankAnswerAmong, sameText } from '../../../shared/assemblies/concept-words.ts';
import type { NewConcept } from '../../../shared/assemblies/concepts.api.ts';
import type { Rule } from '../../../shared/assemblies/law/majority.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { AnswerOptions } from '../store/questions/concepts.repository.ts';

type OptionsRequest = Pick<NewConcept, 'answers' | 'method' | 'blankAnswerId'> & {
  seats?: number | undefined;
};

/**
 * Checks the answers in a request for a question, and returns the answers to store, numbered in order, with seats
 * and method of an election.
 * @param rule rule for the majority; only the rule for elections allows seats and lists
 * @throws Problem answersMisnumbered, blankAnswerUnknown, seatsNeedElection, listWithoutNames, namesOnlyInLists,
 *   nameTwice
 */
export function optionsOfQuestion(rule: Rule, request: OptionsRequest): AnswerOptions {
  const answers = inOrder(request.answers);
  const seats = request.seats === undefined || request.seats === 1 ? null : request.seats;
  if (seats !== null && rule !== 'election') throw new Problem('seatsNeedElection');
  const blankAnswerId = blankAnswerOf(rule, answers, request.blankAnswerId);
  const hasLists = answers.some(({ names }) => names !== undefined);
  const method = seats === null ? null : (request.method ?? (hasLists ? 'quotient' : 'nominal'));
  if (method !== 'quotient' && hasLists) throw new Problem('namesOnlyInLists');
  if (seats === null) return { answers, blankAnswerId, seats, method };
  const electable = answers.filter((_, i) => i + 1 !== blankAnswerId);
  if (method === 'quotient') {
    if (electable.some(({ names }) => names === undefined)) throw new Problem('listWithoutNames');
    if (answers[(blankAnswerId ?? 0) - 1]?.names !== undefined) throw new Problem('namesOnlyInLists');
  }
  const people = electable.flatMap(({ names, description }) => names ?? [description]).map(sameText);
  // A person listed twice could get two seats.
  if (new Set(people).size < people.length) throw new Problem('nameTwice');
  return { answers, blankAnswerId, seats, method };
}

/** Sorts the answers by number (1 to n). Without numbers, keeps the order of the request. */
function inOrder(answers: OptionsRequest['answers']): AnswerOptions['answers'] {
  const isNumbered = answers.some((answer) => answer.answerId !== undefined);
  const byNumber = new Map(answers.map((answer) => [answer.answerId, answer]));
  return answers.map((sentAnswer, i) => {
    const answer = isNumbered ? byNumber.get(i + 1) : sentAnswer;
    if (answer === undefined) throw new Problem('answersMisnumbered');
    const { answerDescription: description, names } = answer;
    return names === undefined ? { description } : { description, names };
  });
}

/**
 * Number of the blank answer, only for an election; null for other rules: all answers but the approving answer
 * count the same there.
 */
function blankAnswerOf(
  rule: Rule,
  answers: AnswerOptions['answers'],
  requestedId: OptionsRequest['blankAnswerId'],
): number | null {
  if (rule !== 'election') return null;
  if (requestedId === undefined) return blankAnswerAmong(answers.map(({ description }) => description));
  if (requestedId !== null && requestedId > answers.length) throw new Problem('blankAnswerUnknown');
  return requestedId;
}
