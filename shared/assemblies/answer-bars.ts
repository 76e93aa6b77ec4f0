import type { Assembly } from '../properties/joints.api.ts';
import type { AnswerTally, LiveConcept, Snapshot } from './live.ts';
import { basesOfConcept } from './rule-words.ts';

/** A part of a whole, 0 to 1, for drawing; never compared with anything. */
export function partOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(Math.max(part / whole, 0), 1) : 0;
}

type JointFigures = Pick<Snapshot, 'registered' | 'total' | 'assembly' | 'concepts'>;

export interface Bar extends AnswerTally {
  /** Part of what decides, 0 to 1: of the represented votes or coefficient, or of the whole joint. */
  share: number;
  /** The part of it that was cast in the room, where that is what counts; null elsewhere. */
  inRoomShare: number | null;
  /** What this answer has to pass or reach, 0 to 1; null on answers that decide nothing. */
  mark: number | null;
  /** The answer that decided a closed question. */
  isDeciding: boolean;
  /** One of those that have the most, equally. */
  isTied: boolean;
}

/** Whether only what is cast in the room reaches the majority (Ley 675 de 2001, art. 46). */
function countsInRoom(rule: LiveConcept['rule'], mode: Assembly['mode'] | undefined): boolean {
  return rule === 'qualified' && mode === 'mixed';
}

/**
 * The answers of a question as bars on the scale that decides it, so that what is seen is what is decided: not
 * part of the votes, but part of what is represented, or of the whole joint.
 */
export function barsOf(concept: LiveConcept, joint: JointFigures): Bar[] {
  const { answers, rule, outcome, active } = concept;
  const isDecided = active === 0 && (outcome?.status === 'approved' || outcome?.status === 'elected');
  const base = baseOf(concept, joint);
  const isTie = active === 0 && outcome?.status === 'tied';
  const isBlank = (answer: AnswerTally) => answer.answerId === outcome?.blankAnswerId;
  const most = Math.max(0, ...answers.map((answer) => (isBlank(answer) ? 0 : answer.coefficient)));
  return answers.map((answer) => ({
    ...answer,
    share: partOf(rule === 'perUnit' ? answer.dwellings : answer.coefficient, base),
    inRoomShare: countsInRoom(rule, outcome?.mode) ? partOf(answer.inRoom, base) : null,
    mark: rule !== 'election' && answer.answerId === outcome?.answerId ? markOf(rule) : null,
    isDeciding: isDecided && answer.answerId === outcome?.answerId,
    isTied: isTie && !isBlank(answer) && answer.coefficient === most,
  }));
}

/** What the bars of a question are parts of. */
function baseOf(concept: LiveConcept, joint: JointFigures): number {
  const { represented, total, dwellings } = basesOfConcept(concept, joint);
  // Votes come at once, what may vote with the next word about the question: never fewer than voted.
  if (concept.rule === 'perUnit') return Math.max(dwellings ?? 0, dwellingsOf(concept.answers));
  return concept.rule === 'qualified' ? total : represented;
}

function dwellingsOf(answers: readonly AnswerTally[]): number {
  return answers.reduce((sum, answer) => sum + answer.dwellings, 0);
}

function markOf(rule: LiveConcept['rule']): number {
  return rule === 'qualified' ? 0.7 : 0.5;
}

/** What was voted of what may vote, as the rule counts it: votes of one each, or coefficient. */
export function turnoutOf(
  concept: LiveConcept,
  joint: JointFigures,
): { voted: number; of: number; isCount: boolean } {
  return concept.rule === 'perUnit'
    ? { voted: dwellingsOf(concept.answers), of: baseOf(concept, joint), isCount: true }
    : { voted: concept.voted.coefficient, of: joint.registered.coefficient, isCount: false };
}
