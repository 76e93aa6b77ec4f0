import { coefficientBeside, count, percent, percentBeside, units, votes } from '../format.ts';
import type { Assembly } from '../properties/joints.api.ts';
import { isOfRoll, lineOf, needsRoom } from './law/majority.ts';
import type { AnswerTally, LiveConcept, Snapshot } from './live.ts';
import { basesOfConcept } from './rule-words.ts';

/**
 * Divides a part by a whole, for the length of a drawn bar: a number from 0 to 1; 0 if the whole is 0. Never used
 * to decide a question.
 */
export function partOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(Math.max(part / whole, 0), 1) : 0;
}

type JointFigures = Pick<Snapshot, 'registered' | 'total' | 'assembly' | 'concepts'>;

/**
 * Answer of a question drawn as a horizontal bar on wall and screens: length of the bar, and the mark to pass to
 * win.
 */
export interface Bar extends AnswerTally {
  /**
   * Length of the bar, 0 to 1: coefficient (or number of equal votes) of the answer, divided by all represented
   * units or by the whole joint, as the rule requires.
   */
  share: number;
  /** Share including votes from home, if only votes in the room decide. Null for other questions. */
  allShare: number | null;
  /** Threshold of the answer on the bar, 0 to 1. Null for an answer without a threshold. */
  mark: number | null;
  /** True for the answer that decided a closed question. */
  isDeciding: boolean;
  /** True for answers that tie for the most votes. */
  isTied: boolean;
  /**
   * True for the answer with the most votes while the question is open. Never true in a tie or for the blank vote of
   * an election.
   */
  isLeading: boolean;
  /**
   * Formatted figures with enough decimals to differ from other answers and from the threshold: share in per cent,
   * coefficient, and coefficient cast in the room.
   */
  words: { share: string; coefficient: string; inRoom: string };
}

/** True if only votes cast in the room count toward the majority (Ley 675, art. 46). */
function countsInRoom(rule: LiveConcept['rule'], mode: Assembly['mode'] | undefined): boolean {
  return needsRoom(rule) && mode === 'mixed';
}

/**
 * Returns the answers of a question as bars to draw, in the order of the question. The full length stands for the
 * represented units, or for the whole joint (co-owned property) if the rule counts against the whole joint; never
 * for the votes cast.
 * @param concept question with live votes
 * @param joint figures of the joint: represented and total coefficient
 */
export function barsOf(concept: LiveConcept, joint: JointFigures): Bar[] {
  const { answers, rule, outcome, active } = concept;
  const isDecided = active === 0 && (outcome?.status === 'approved' || outcome?.status === 'elected');
  const base = baseOf(concept, joint);
  const isTie = active === 0 && outcome?.status === 'tied' && outcome.election === undefined;
  const isBlank = (answer: AnswerTally) => answer.answerId === outcome?.blankAnswerId;
  const inRoom = countsInRoom(rule, outcome?.mode);
  const decides = (answer: AnswerTally) =>
    rule === 'perUnit' ? answer.dwellings : inRoom ? answer.inRoom : answer.coefficient;
  const most = Math.max(0, ...answers.map((answer) => (isBlank(answer) ? 0 : decides(answer))));
  const first = answers.filter((answer) => most > 0 && !isBlank(answer) && decides(answer) === most);
  const shares = answers.map((answer) => partOf(decides(answer), base));
  const line = lineIn(concept, base);
  const wordsOf = (answer: AnswerTally) => ({
    share: percentBeside(
      partOf(decides(answer), base),
      ...shares,
      ...(rule === null ? [] : [lineOf(concept)]),
    ),
    coefficient: coefficientBeside(answer.coefficient, ...answers.map((one) => one.coefficient), ...line),
    inRoom: coefficientBeside(answer.inRoom, ...answers.map((one) => one.inRoom), ...line),
  });
  return answers.map((answer) => ({
    ...answer,
    words: wordsOf(answer),
    share: partOf(decides(answer), base),
    allShare: inRoom ? partOf(answer.coefficient, base) : null,
    mark: rule && rule !== 'election' && answer.answerId === outcome?.answerId ? lineOf(concept) : null,
    isDeciding: isDecided && answer.answerId === outcome?.answerId,
    isTied: isTie && first.includes(answer),
    isLeading: active === 1 && first.length === 1 && first.includes(answer),
  }));
}

/** Returns a list with the required coefficient; empty for rules by number of votes. */
const lineIn = (concept: LiveConcept, base: number): number[] =>
  concept.rule === null || concept.rule === 'perUnit' ? [] : [base * lineOf(concept)];

/**
 * Formats the coefficient of all votes cast on a question, for a screen: '34,5678'. Uses more decimals if four
 * would look equal to the required coefficient.
 */
export const votedWords = (concept: LiveConcept, joint: JointFigures): string =>
  coefficientBeside(concept.voted.coefficient, ...lineIn(concept, baseOf(concept, joint)));

/** Returns the base of the bars: represented or whole coefficient, or a number of votes. */
function baseOf(concept: LiveConcept, joint: JointFigures): number {
  const { represented, total, dwellings } = basesOfConcept(concept, joint);
  // Votes arrive before the updated base, so the base is at least the number of votes.
  if (concept.rule === 'perUnit') return Math.max(dwellings ?? 0, votedOfOne(concept));
  return isOfRoll(concept) ? total : represented;
}

/**
 * Returns the number of cast votes under a rule of equal votes, including owners with different votes for their
 * units.
 */
function votedOfOne({ answers, divided = 0 }: LiveConcept): number {
  return answers.reduce((sum, answer) => sum + answer.dwellings, divided);
}

interface Turnout {
  voted: number;
  of: number;
  isCount: boolean;
  /** Part of `of` that has voted, 0 to 1, for the length of the bar. */
  share: number;
  /** Turnout in words: '91,38 % del coeficiente representado'. */
  words: string;
  /** Turnout in units: '77 de 128 inmuebles'. */
  units: string;
}

/**
 * Returns the turnout of a question, with Spanish words: the votes cast out of the represented units. Counts equal
 * votes under the rule `perUnit` (a vote for each unit or owner), else coefficients. `share` is 0 to 1.
 */
export function turnoutOf(concept: LiveConcept, joint: JointFigures): Turnout {
  // Hidden results have no number of votes per owner or unit.
  const isCount = concept.rule === 'perUnit' && !concept.hidden;
  const voted = isCount ? votedOfOne(concept) : concept.voted.coefficient;
  const of = isCount ? baseOf(concept, joint) : joint.registered.coefficient;
  const share = partOf(voted, of);
  return {
    voted,
    of,
    isCount,
    share,
    words: `${percent(share)} ${isCount ? 'de los votos representados' : 'del coeficiente representado'}`,
    units: isCount
      ? `${count(voted)} de ${votes(of)}`
      : `${count(concept.voted.apartments)} de ${units(joint.registered.apartments)}`,
  };
}
