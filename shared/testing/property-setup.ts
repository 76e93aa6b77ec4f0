/** Runs before each test file: seeds property tests with the seed of the run (vitest.config.ts). */
import fc from 'fast-check';
import { inject } from 'vitest';
import { rounds } from './rounds.ts';

/** Number of runs of a property in fast-check, without a setting. */
const USUAL_RUNS = 100;

fc.configureGlobal({ seed: inject('seed'), numRuns: rounds(USUAL_RUNS) });

// Test files of a worker share the timers: with fake timers left behind, each later test would wait for ever.
if (Object.hasOwn(setTimeout, 'clock')) throw new Error('An earlier test file left fake timers behind.');
