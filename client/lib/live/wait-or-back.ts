import { sleep } from '../resend.ts';

const SPREAD_MS = 1_000;

/**
 * Waits `ms`, or less if the browser comes online. Adds a random delay, because every phone in the hall notices the
 * return together. Waits at least `leastMs`, the Retry-After of a busy server.
 */
export async function waitOrBack(ms: number, leastMs: number): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const isBack = new Promise((resolve) => window.addEventListener('online', resolve, { signal }));
  const back = Promise.all([isBack, sleep(leastMs)]).then(() => sleep(Math.random() * SPREAD_MS));
  await Promise.race([sleep(ms), back]);
  over.abort();
}
