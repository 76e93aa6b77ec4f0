import type { AnswerTally, LiveConcept, Snapshot } from '../../shared/live.ts';
import { basesOfConcept } from './rule-words.ts';
import { partOf } from './wall-figures.ts';

/** An answer as a bar of the whole that decides, with the mark it has to reach where it is the approving one. */
export interface AnswerBar extends AnswerTally {
  /** Part of what decides, 0 to 1, for drawing. */
  share: number;
  threshold: number | null;
  /** The answer that decided a closed question. */
  isDeciding: boolean;
}

/** The answers of a question on the scale of its rule: the represented, their dwellings, or the whole joint. */
export function answerBars(
  concept: LiveConcept,
  joint: Pick<Snapshot, 'registered' | 'total' | 'concepts' | 'assembly'>,
): AnswerBar[] {
  const { rule, outcome, active } = concept;
  const bases = basesOfConcept(concept, joint);
  const base =
    rule === 'perUnit' ? (bases.dwellings ?? 0) : rule === 'qualified' ? bases.total : bases.represented;
  const mark = rule === 'qualified' ? 0.7 : rule === 'election' ? null : 0.5;
  const decided = active === 0 && (outcome?.status === 'approved' || outcome?.status === 'elected');
  return concept.answers.map((answer) => ({
    ...answer,
    share: partOf(countedOf(answer, rule, joint.assembly?.mode), base),
    threshold: mark !== null && outcome?.answerId === answer.answerId ? mark : null,
    isDeciding: decided && outcome?.answerId === answer.answerId,
  }));
}

function countedOf(answer: AnswerTally, rule: LiveConcept['rule'], mode: string | undefined): number {
  if (rule === 'perUnit') return answer.dwellings;
  return rule === 'qualified' && mode === 'mixed' ? answer.inRoom : answer.coefficient;
}
