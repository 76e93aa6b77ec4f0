/** Extent of a run: usual or long, and the number of rounds of property tests. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Seed of random cases. The same seed gives the same cases. */
    seed: number;
    /** Factor for the number of rounds: 1, or more in a long run. */
    timesRounds: number;
    /** True in `npm test` without `--all`. */
    isQuick: boolean;
  }
}

/**
 * True in `npm run test:long`. Tests for long runs only (`longOnly(it)`) repeat a tested behaviour with
 * other data, or at another size.
 */
// The pictures command plays scenes without vitest.
export const isLong = process.env.VITEST !== undefined && inject('timesRounds') > 1;

/** True in `npm test` without `--all`: a run of minutes. */
export const isQuick = process.env.VITEST !== undefined && inject('isQuick');

type Define = (name: string, test: () => void | Promise<void>) => void;

/** Returns `it`, `race` or `describe` in a long run; in `npm test`, a function without effect. */
export const longOnly = (define: Define): Define => (isLong ? define : () => undefined);

/** Returns the number of rounds: `usual` in `npm test`, `long` (default: ten times more) in `npm run test:long`. */
export const rounds = (usual: number, long = usual * 10): number => (isLong ? long : usual);
