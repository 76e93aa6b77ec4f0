/** A day that does not end while a test looks at it. */
import { setTimeout as pause } from 'node:timers/promises';
import { addDays, type Day, dayInBogota } from '../../shared/days.ts';

/** Longer than any file of tests takes that asks for it. */
const LASTS_MS = 3 * 60_000;

/** How long to wait, in ms, for a day of which three minutes are left: 0, or until the next one has begun. */
export function untilLasting(now: number): number {
  if (dayInBogota(now + LASTS_MS) === dayInBogota(now)) return 0;
  // Colombia is five hours behind UTC all year.
  return Date.parse(`${addDays(dayInBogota(now), 1)}T05:00:00Z`) - now;
}

/** Today in Bogotá, which the server goes on to call today: shortly before midnight it waits for tomorrow. */
export async function lastingToday(): Promise<Day> {
  for (let left = untilLasting(Date.now()); left > 0; left = untilLasting(Date.now())) await pause(left);
  return dayInBogota(Date.now());
}
