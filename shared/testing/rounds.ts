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

/** As many rounds as `npm test` has time for, and ten times as many in `npm run test:long`. */
export const rounds = (usual: number): number => usual * inject('timesRounds');
