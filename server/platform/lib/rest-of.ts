/**
 * Returns the milliseconds left of an interval, from 0 to the whole interval.
 * @param since start of the interval by `performance.now()`, a clock without jumps
 */
export function restOf(intervalMs: number, since: number): number {
  return Math.min(intervalMs, Math.max(0, since + intervalMs - performance.now()));
}
