/**
 * Returns the milliseconds left of an interval: from 0 to the length of the interval.
 * @param since start of the interval by `performance.now()`, because the system clock may be changed while a server
 * runs
 */
export function restOf(intervalMs: number, since: number): number {
  return Math.min(intervalMs, Math.max(0, since + intervalMs - performance.now()));
}
