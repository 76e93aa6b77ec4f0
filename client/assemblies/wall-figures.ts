import type { LiveConcept, Snapshot, Weight } from '../../shared/live.ts';

/** How far the quorum is, as parts of the whole joint, 0 to 1. */
export interface Gauge {
  share: number;
  /** Null in second call, and while there is nothing to exceed. */
  threshold: number | null;
}

export function gaugeOf({
  registered,
  total,
  quorum,
}: Pick<Snapshot, 'registered' | 'total' | 'quorum'>): Gauge {
  return {
    share: partOf(registered.coefficient, total.coefficient),
    threshold: quorum.required > 0 ? partOf(quorum.required, total.coefficient) : null,
  };
}

/** A part of a whole, 0 to 1, for drawing; never compared with anything. */
export function partOf(part: number, whole: number): number {
  return whole > 0 ? Math.min(Math.max(part / whole, 0), 1) : 0;
}

export interface Bar extends Weight {
  answerId: number;
  answerDescription: string;
  /** Part of what voted, 0 to 1: of units where each counts the same, of coefficients otherwise. */
  share: number;
  /** The answer that decided a closed question. */
  isDeciding: boolean;
}

/** The answers of a question as bars. */
export function barsOf({ answers, voted, rule, outcome, active }: LiveConcept): Bar[] {
  const decided = active === 0 && (outcome?.status === 'approved' || outcome?.status === 'elected');
  return answers.map((answer) => ({
    ...answer,
    share:
      rule === 'perUnit'
        ? partOf(answer.apartments, voted.apartments)
        : partOf(answer.coefficient, voted.coefficient),
    isDeciding: decided && answer.answerId === outcome?.answerId,
  }));
}
