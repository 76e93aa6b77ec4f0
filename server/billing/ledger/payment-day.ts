import { type Day, shortDay } from '../../../shared/days.ts';

/** Before any books that are kept here: a year that somebody mistyped. */
export const FIRST_DAY: Day = '2000-01-01';

/** Why no payment can have arrived on a day, in words; null where it can. */
export function whyNoDay(day: Day, today: Day): string | null {
  const shown = shortDay(day);
  if (day > today) return `La fecha ${shown} es posterior a hoy.`;
  return day < FIRST_DAY ? `La fecha ${shown} es demasiado antigua.` : null;
}
