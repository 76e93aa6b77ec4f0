import { setTimeout as pause } from 'node:timers/promises';
import type { Ground, GroundKind } from '../ground.ts';
import { shimmed, shimOf } from '../shimmed.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Milliseconds of votes and registrations with the moved clock, before the screens are checked. */
const GOING_ON_MS = 1_500;

const engines: readonly GroundKind[] = ['sqlite', 'postgres3'];

/**
 * Returns a fault that moves the clock by the next jump, and at the following turn back. Ends at once: the screens
 * must become right while the clock is wrong.
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

/** Fault runs with jumps of the system clock during votes. A jump past the end of sessions has a separate test. */
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
    inTests: [],
    inLong: ['postgres3'],
    times: 2,
    inject: jumping([HOUR_MS]),
  },
]);
