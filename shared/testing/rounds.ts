/** How far properties are tried out. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** What random cases are drawn from: the same number, the same cases. */
    seed: number;
    /** 1, and more in a long run. */
    timesRounds: number;
  }
}

/** As many rounds as `npm test` has time for, and more in `npm run test:long`: ten times as many, unless it is said. */
export const rounds = (usual: number, long = usual * 10): number =>
  inject('timesRounds') === 1 ? usual : long;
