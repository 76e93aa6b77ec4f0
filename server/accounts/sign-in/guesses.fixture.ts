import { expect, vi } from 'vitest';

/** Longer than the longest wait after failures, by 15 seconds. */
const PAST_ANY_WAIT_MS = 45_000;

/** Moves the clock of the test forward. The clock stands still until `vi.useRealTimers`. */
export function later(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/**
 * Makes wrong guesses until the next try has the longest wait, 30 seconds, long enough for a slow machine.
 * Afterwards the test controls the clock.
 */
export async function guessUntilSlow(guess: () => Promise<{ status: number }>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let i = 0; i < 16; i++) {
    expect((await guess()).status).toBe(401);
    // Within 15 minutes: no failure expires.
    if (i > 8 && i < 15) later(PAST_ANY_WAIT_MS);
  }
}
