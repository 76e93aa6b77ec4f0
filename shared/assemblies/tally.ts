import { isMoreThanHalf, type Nano, nano } from '../coefficient.ts';
import type { Outcome } from '../live.ts';
import type { Rule } from './concepts.api.ts';

/** What one answer gathered. `dwellings` are its units that have one vote each, `inRoom` what was cast in the room. */
export interface AnswerCount {
  answerId: number;
  apartments: number;
  coefficient: Nano;
  dwellings: number;
  inRoom: Nano;
}

/** What was represented: live while the question is open, as of its last closing afterwards. */
export interface Base {
  apartments: number;
  coefficient: Nano;
  dwellings: number;
  /** Whether the assembly had quorum. */
  quorum: boolean;
}

export interface Question {
  rule: Rule;
  approvingAnswerId: number;
  active: boolean;
  /** Whether it was ever closed: a prepared question that nobody opened yet is as open as an active one. */
  closed: boolean;
}

type OutcomeStatus = Outcome['status'];
export interface Decision {
  status: OutcomeStatus;
  answerId: number | null;
  base: { apartments: number; coefficient: Nano };
  /** Part of the base, 0 to 1; for display. */
  share: number;
}

/** The votes of all answers together; a tally is the sum of its units, whatever their order. */
export function votedOf(answers: readonly AnswerCount[]): { apartments: number; coefficient: Nano } {
  let apartments = 0;
  let coefficient = 0;
  for (const answer of answers) {
    apartments += answer.apartments;
    coefficient += answer.coefficient;
  }
  return { apartments, coefficient: nano(coefficient) };
}

/**
 * The one function that decides a question from what was counted.
 * - `simple`: the approving answer exceeds half of the represented coefficient (Ley 675 de 2001, art. 45).
 * - `perUnit`: it exceeds half of the represented dwellings, one vote each (sentencia C-522 de 2002).
 * - `qualified`: it reaches 70 % of the whole roll (art. 46), in a mixed assembly by votes cast in the room.
 * - `election`: the most voted answer; a tie is a tie.
 * A question that was closed without quorum decides nothing, votes or none.
 */
export function decide(
  question: Question,
  answers: readonly AnswerCount[],
  base: Base,
  roll: { total: Nano; mode: 'inPerson' | 'virtual' | 'mixed' },
): Decision {
  const finished = question.closed && !question.active;
  const result =
    question.rule === 'election' ? mostVoted(answers) : ofApproval(question, answers, base, roll);
  const shown = { answerId: result.answerId, base: result.base, share: result.share };
  if (!finished) return { ...shown, status: 'open' };
  if (!base.quorum) return { ...shown, status: 'noQuorum' };
  if (answers.every((answer) => answer.apartments === 0)) return { ...shown, status: 'noVotes' };
  return { ...shown, status: result.status };

  function mostVoted(counts: readonly AnswerCount[]) {
    const most = counts.reduce((best, answer) => Math.max(best, answer.coefficient), 0);
    const leaders = most === 0 ? [] : counts.filter((answer) => answer.coefficient === most);
    const status: OutcomeStatus = leaders.length > 1 ? 'tied' : 'elected';
    return {
      status,
      answerId: leaders.length === 1 ? (leaders[0]?.answerId ?? null) : null,
      base: { apartments: base.apartments, coefficient: base.coefficient },
      share: part(most, base.coefficient),
    };
  }
}

function ofApproval(
  question: Question,
  answers: readonly AnswerCount[],
  base: Base,
  roll: { total: Nano; mode: 'inPerson' | 'virtual' | 'mixed' },
) {
  const approving = answers.find((answer) => answer.answerId === question.approvingAnswerId);
  const answerId = question.approvingAnswerId;
  const say = (passes: boolean): OutcomeStatus => (passes ? 'approved' : 'rejected');
  if (question.rule === 'perUnit') {
    const inFavour = approving?.dwellings ?? 0;
    return {
      status: say(2 * inFavour > base.dwellings),
      answerId,
      base: { apartments: base.dwellings, coefficient: base.coefficient },
      share: part(inFavour, base.dwellings),
    };
  }
  if (question.rule === 'qualified') {
    const inFavour = (roll.mode === 'mixed' ? approving?.inRoom : approving?.coefficient) ?? nano(0);
    return {
      status: say(isAtLeastSeventyPercent(inFavour, roll.total)),
      answerId,
      base: { apartments: base.apartments, coefficient: roll.total },
      share: part(inFavour, roll.total),
    };
  }
  const inFavour = approving?.coefficient ?? nano(0);
  return {
    status: say(isMoreThanHalf(inFavour, base.coefficient)),
    answerId,
    base: { apartments: base.apartments, coefficient: base.coefficient },
    share: part(inFavour, base.coefficient),
  };
}

/** Ten times the part against seven times the whole: BigInt, since the products may pass 2^53. */
function isAtLeastSeventyPercent(part: Nano, whole: Nano): boolean {
  return whole > 0 && 10n * BigInt(part) >= 7n * BigInt(whole);
}

const part = (some: number, whole: number): number => (whole === 0 ? 0 : some / whole);
