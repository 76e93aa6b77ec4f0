/** Number of rounds of property tests. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of random cases. The same seed gives the same cases. */
    seed: number;
    /** Factor for the number of rounds: 1, or more in a long run. */
    timesRounds: number;
  }
}

/** Returns the number of rounds: `usual` in `npm test`, `long` (default: ten times more) in `npm run test:long`. */
export const rounds = (usual: number, long = usual * 10): number =>
  inject('timesRounds') === 1 ? usual : long;
