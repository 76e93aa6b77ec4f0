/**
 * Returns the remaining milliseconds of an interval: from 0 to the length.
 * @param since start by `performance.now()`: the wall clock may be set back and forth while a server runs, so an
 * interval by the wall clock could last as long as the step.
 */
export function restOf(intervalMs: number, since: number): number {
  return Math.min(intervalMs, Math.max(0, since + intervalMs - performance.now()));
}
