import { expect, vi } from 'vitest';

/** A quarter of a minute past the longest wait. */
const PAST_ANY_WAIT_MS = 45_000;

/** Moves the clock on: it stands still otherwise, until `vi.useRealTimers`. */
export function later(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/**
 * Fails so often that the next try waits its longest, half a minute, which no busy machine spends before a test has
 * looked; from here on the clock is the test's.
 */
export async function guessUntilSlow(guess: () => Promise<{ status: number }>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let i = 0; i < 16; i++) {
    expect((await guess()).status).toBe(401);
    // Within the quarter of an hour: nothing is forgotten meanwhile.
    if (i > 8 && i < 15) later(PAST_ANY_WAIT_MS);
  }
}
