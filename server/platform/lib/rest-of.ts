/**
 * Milliseconds that are left of an interval: from 0 to its length.
 * @param since when it began, by `performance.now()`: the wall clock is set while a server runs, back as well as
 * forward, and an interval measured by it would last as long as the step.
 */
export function restOf(intervalMs: number, since: number): number {
  return Math.min(intervalMs, Math.max(0, since + intervalMs - performance.now()));
}
