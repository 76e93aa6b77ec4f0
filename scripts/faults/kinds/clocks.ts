import { setTimeout as pause } from 'node:timers/promises';
import type { Ground, GroundKind } from '../ground.ts';
import { shimmed, shimOf } from '../shimmed.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Votes and registrations go on under the new time before screens are looked at. */
const GOING_ON_MS = 1_500;

const engines: readonly GroundKind[] = ['sqlite', 'postgres3'];

/**
 * Moves the clock by the next of the jumps, or puts it right again after each: the fault is over with the jump itself,
 * and screens have to be right though the clock is not.
 */
const jumping = (jumps: readonly number[]) => {
  const made = new WeakMap<Ground, number>();
  return async (ground: Ground) => {
    const turn = made.get(ground) ?? 0;
    made.set(ground, turn + 1);
    shimOf(ground).clock(turn % 2 === 0 ? (jumps[(turn / 2) % jumps.length] ?? 0) : 0);
    await pause(GOING_ON_MS);
  };
};

/** The clock of the day is set while people vote. A jump by which sessions end has a test of its own. */
export const clocks = shimmed('jumps of the clock', [
  {
    name: 'clock back 90 s, then right',
    on: engines,
    inTests: ['sqlite'],
    times: 2,
    inject: jumping([-90_000]),
  },
  {
    name: 'clock back 510 s, 1 h, 25 h',
    on: engines,
    inTests: [],
    times: 6,
    inject: jumping([-510_000, -HOUR_MS, -25 * HOUR_MS]),
  },
  {
    name: 'clock forward 1 h',
    on: engines,
    inTests: ['postgres3'],
    times: 2,
    inject: jumping([HOUR_MS]),
  },
]);
