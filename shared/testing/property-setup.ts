/** Before each file: properties are tried out on the cases of the run's seed (vitest.config.ts). */
import fc from 'fast-check';
import { inject } from 'vitest';
import { rounds } from './rounds.ts';

/** As many as fast-check tries when nobody says how many. */
const USUAL_RUNS = 100;

fc.configureGlobal({ seed: inject('seed'), numRuns: rounds(USUAL_RUNS) });
