import { expect, vi } from 'vitest';

/** Longer than the longest wait after failures, by 15 seconds. */
const PAST_ANY_WAIT_MS = 45_000;

/**
 * Moves the time of `Date` forward in a test, by milliseconds. The time stands still until
 * `vi.useRealTimers`.
 */
export function later(ms: number): void {
  vi.setSystemTime(Date.now() + ms);
}

/**
 * Sends 16 wrong passwords, until the next try has to wait 30 seconds (the longest wait), for tests of
 * waits. Stops the time of `Date`; move on with `later`.
 * @param guess sends a wrong password
 */
export async function guessUntilSlow(guess: () => Promise<{ status: number }>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] });
  for (let i = 0; i < 16; i++) {
    expect((await guess()).status).toBe(401);
    // Within 15 minutes: no failure expires.
    if (i > 8 && i < 15) later(PAST_ANY_WAIT_MS);
  }
}
