/** Gives tests a day without an end during the test. */
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, type Day, dayInBogota } from '../../shared/days.ts';

/** Minimum rest of the day in ms, longer than the run of any test file that uses the day. */
const LASTS_MS = 3 * 60_000;

/** Returns the milliseconds to wait for a day with three minutes left: 0, or until the next day begins. */
export function untilLasting(now: number): number {
  if (dayInBogota(now + LASTS_MS) === dayInBogota(now)) return 0;
  // Colombia uses UTC-5 all year.
  return Date.parse(`${addDays(dayInBogota(now), 1)}T05:00:00Z`) - now;
}

/** Returns today in Bogotá, for tests that fail at midnight. Shortly before midnight: waits for tomorrow. */
export async function lastingToday(): Promise<Day> {
  for (let left = untilLasting(Date.now()); left > 0; left = untilLasting(Date.now())) await pause(left);
  return dayInBogota(Date.now());
}
