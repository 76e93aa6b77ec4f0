import { partOf } from '../../../../shared/assemblies/answer-bars.ts';
import type { Snapshot } from '../../../../shared/assemblies/live.ts';

/** Registered coefficient and quorum threshold, as parts of the whole joint, 0 to 1. */
export interface Gauge {
  /** Registered part of the coefficient of all units. */
  share: number;
  /** Coefficient needed for the quorum, 0 to 1. Null in a second call, and while no coefficient is required. */
  threshold: number | null;
}

/**
 * Computes the bar of the quorum from the live figures of the joint: registered part of the coefficient, and
 * threshold.
 */
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
