import { coefficientBeside, count, percent, percentBeside, units, votes } from '../format.ts';
import type { Assembly } from '../properties/joints.api.ts';
import { isOfRoll, lineOf, needsRoom } from './law/majority.ts';
import type { AnswerTally, LiveConcept, Snapshot } from './live.ts';
import { basesOfConcept } from './rule-words.ts';

/** A part of a whole, 0 to 1, for drawing; never compared with anything. */
export function partOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(Math.max(part / whole, 0), 1) : 0;
}

type JointFigures = Pick<Snapshot, 'registered' | 'total' | 'assembly' | 'concepts'>;

export interface Bar extends AnswerTally {
  /** What decides as a part of its base, 0 to 1: of the represented votes or coefficient, or of the whole joint. */
  share: number;
  /** The same with the votes from home, where only those of the room decide; null elsewhere. */
  allShare: number | null;
  /** What this answer has to pass or reach, 0 to 1; null on answers that decide nothing. */
  mark: number | null;
  /** The answer that decided a closed question. */
  isDeciding: boolean;
  /** One of those that have the most, equally. */
  isTied: boolean;
  /** The one that has the most while the question is open; nobody leads a tie, and never the blank vote of an election. */
  isLeading: boolean;
  /** Its figures as they are shown: with as many decimals as tell them from the other answers' and from the line. */
  words: { share: string; coefficient: string; inRoom: string };
}

/** Whether only what is cast in the room reaches the majority (Ley 675 de 2001, art. 46). */
function countsInRoom(rule: LiveConcept['rule'], mode: Assembly['mode'] | undefined): boolean {
  return needsRoom(rule) && mode === 'mixed';
}

/**
 * The answers of a question as bars on the scale that decides it, so that what is seen is what is decided: not
 * part of the votes, but part of what is represented, or of the whole joint.
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
  const line = rule === null || rule === 'perUnit' ? [] : [base * lineOf(concept)];
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

/** What the bars of a question are parts of. */
function baseOf(concept: LiveConcept, joint: JointFigures): number {
  const { represented, total, dwellings } = basesOfConcept(concept, joint);
  // Votes come at once, what may vote with the next word about the question: never fewer than voted.
  if (concept.rule === 'perUnit') return Math.max(dwellings ?? 0, votedOfOne(concept));
  return isOfRoll(concept) ? total : represented;
}

/** Votes of one each that were cast, those that count for no answer among them. */
function votedOfOne({ answers, divided = 0 }: LiveConcept): number {
  return answers.reduce((sum, answer) => sum + answer.dwellings, divided);
}

interface Turnout {
  voted: number;
  of: number;
  isCount: boolean;
  /** `voted` as a part of `of`, 0 to 1: what a bar shows. */
  share: number;
  /** The bar in words: '91,38 % del coeficiente representado'. */
  words: string;
  /** What stands beside it, in units: '77 de 128 inmuebles'. */
  units: string;
}

/** What was voted of what may vote, as the rule counts it, votes of one each or coefficient; the words say the same. */
export function turnoutOf(concept: LiveConcept, joint: JointFigures): Turnout {
  // Of hidden answers it is not told how many of those that count one each have voted.
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
