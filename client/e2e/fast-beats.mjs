/**
 * Preloaded into the server of a test: the clock of a rehearsal beats twenty times as fast. Other pauses stay.
 */
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';

/** Milliseconds from beat to beat (server/assemblies/rehearsals/queue.ts). */
const BEAT_MS = 500;
const TIMES_AS_FAST = 20;

const pause = timers.setTimeout;
timers.setTimeout = (ms, ...rest) => pause(ms === BEAT_MS ? BEAT_MS / TIMES_AS_FAST : ms, ...rest);
syncBuiltinESMExports();
