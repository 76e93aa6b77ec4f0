/** Day that does not end during a test. */
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, type Day, dayInBogota } from '../../shared/days.ts';

/** Longer than the run of any test file that uses the day. */
const LASTS_MS = 3 * 60_000;

/** Milliseconds to wait for a day with three minutes left: 0, or until the next day begins. */
export function untilLasting(now: number): number {
  if (dayInBogota(now + LASTS_MS) === dayInBogota(now)) return 0;
  // Colombia uses UTC-5 all year.
  return Date.parse(`${addDays(dayInBogota(now), 1)}T05:00:00Z`) - now;
}

/** Returns today in Bogotá. Shortly before midnight the function waits for tomorrow. */
export async function lastingToday(): Promise<Day> {
  for (let left = untilLasting(Date.now()); left > 0; left = untilLasting(Date.now())) await pause(left);
  return dayInBogota(Date.now());
}
