import { partOf } from '../../../../shared/assemblies/answer-bars.ts';
import type { Snapshot } from '../../../../shared/assemblies/live.ts';

/** Length and mark of the quorum's bar on the wall, as parts of the whole joint, 0 to 1. */
export interface Gauge {
  /** Registered part of the coefficient of all units. */
  share: number;
  /** Coefficient needed for the quorum, 0 to 1. Null in a second call, and while no coefficient is required. */
  threshold: number | null;
}

/**
 * Computes length and mark of the quorum's bar on the wall from the live figures of the joint: registered part of
 * the coefficient, and part needed for the quorum.
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
