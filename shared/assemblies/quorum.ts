import { isMoreThanHalf, type Nano, nano } from '../coefficient.ts';

/** State of the quorum of an assembly: reached or not, and the coefficients required and missing. */
export interface QuorumState {
  /**
   * Coefficient to exceed: half of the roll's coefficient, in 10⁻⁹, possibly with a fraction of .5. 0 in second
   * call.
   */
  required: number;
  reached: boolean;
  /** Coefficient missing to exceed half of the roll, in 10⁻⁹. 0 in second call. */
  missing: Nano;
}

/**
 * Computes the quorum of an assembly. First call: more than half of the roll's coefficient and at least two owners
 * (Ley 675, art. 45). Second call: at least two owners, regardless of coefficient (art. 41).
 * @param owners number of different represented owners
 */
export function quorumOf(state: { call: 1 | 2; registered: Nano; total: Nano; owners: number }): QuorumState {
  const plural = state.owners >= 2;
  if (state.call === 2) return { required: 0, reached: plural, missing: nano(0) };
  const enough = isMoreThanHalf(state.registered, state.total);
  const smallestEnough = Math.floor(state.total / 2) + 1;
  return {
    required: state.total / 2,
    reached: enough && plural,
    missing: nano(enough || state.total === 0 ? 0 : smallestEnough - state.registered),
  };
}
