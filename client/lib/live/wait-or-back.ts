import { sleep } from '../resend.ts';

const SPREAD_MS = 1_000;

/**
 * Waits before a retry: `ms` milliseconds, or less if the browser comes back online. Always waits `leastMs`
 * (the Retry-After of a busy server) and a random delay, because all phones of a hall come back together.
 */
export async function waitOrBack(ms: number, leastMs: number): Promise<void> {
  const over = new AbortController();
  const { signal } = over;
  const isBack = new Promise((resolve) => window.addEventListener('online', resolve, { signal }));
  const back = Promise.all([isBack, sleep(leastMs)]).then(() => sleep(Math.random() * SPREAD_MS));
  await Promise.race([sleep(ms), back]);
  over.abort();
}
