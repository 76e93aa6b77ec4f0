/** Gives tests a day without an end during the test. */
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, type Day, dayInBogota } from '../../shared/days.ts';

/** Minimum rest of the day in ms, longer than the run of any test file that uses the day. */
const LASTS_MS = 3 * 60_000;

/**
 * Returns the milliseconds until a day with at least three minutes left: 0, or the time until the next day
 * begins.
 * @param now epoch ms
 */
export function untilLasting(now: number): number {
  if (dayInBogota(now + LASTS_MS) === dayInBogota(now)) return 0;
  // Colombia uses UTC-5 all year.
  return Date.parse(`${addDays(dayInBogota(now), 1)}T05:00:00Z`) - now;
}

/**
 * Returns today in Bogotá, for tests with a wrong result if the day changes in between. Less than three
 * minutes before midnight, waits for the next day.
 */
export async function lastingToday(): Promise<Day> {
  for (let left = untilLasting(Date.now()); left > 0; left = untilLasting(Date.now())) await pause(left);
  return dayInBogota(Date.now());
}
