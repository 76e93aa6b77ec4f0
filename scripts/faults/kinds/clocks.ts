import { setTimeout as pause } from 'node:timers/promises';
import type { Ground, GroundKind } from '../ground.ts';
import { shimmed, shimOf } from '../shimmed.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Duration of votes and registrations under the new time before the check of the screens. */
const GOING_ON_MS = 1_500;

const engines: readonly GroundKind[] = ['sqlite', 'postgres3'];

/**
 * Moves the clock by the next jump, and back after each. The fault ends with the jump: screens must become right
 * under the wrong clock.
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

/** Jumps of the system clock during votes. A jump past the end of sessions has a separate test. */
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
