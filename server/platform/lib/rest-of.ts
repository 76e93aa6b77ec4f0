/**
 * Returns the rest of an interval in milliseconds: 0 after the end, at most the whole interval.
 * @param since start of the interval by `performance.now()`
 */
export function restOf(intervalMs: number, since: number): number {
  return Math.min(intervalMs, Math.max(0, since + intervalMs - performance.now()));
}
