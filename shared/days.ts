/** A day in America/Bogota, YYYY-MM-DD; as text it sorts by time. */
export type Day = string;
/** A month, YYYY-MM; as text it sorts by time. */
export type Month = string;

const BEHIND_UTC_MS = 5 * 60 * 60 * 1000;

/**
 * What the clocks of Colombia, five hours behind UTC all year, show at an instant (epoch ms): 'YYYY-MM-DDTHH:mm:ss', and more. By
 * hand, since the first formatter of dates takes a cheap phone a tenth of a second, before its ballot.
 */
export const clockInBogota = (at: number): string => new Date(at - BEHIND_UTC_MS).toISOString();

/** The day that people in Colombia had at an instant (epoch ms), whatever the day was in UTC. */
export const dayInBogota = (at: number): Day => clockInBogota(at).slice(0, 10);

/** The instant, ISO 8601, of a day and an hour ('18:00') in Colombia, which is five hours behind UTC all year. */
export const instantInBogota = (day: Day, hour: string): string =>
  new Date(`${day}T${hour}:00-05:00`).toISOString();

/** The day that people in Colombia have now, by the clock of the machine that asks. */
export const today = (): Day => dayInBogota(Date.now());

/** The day that comes so many days later; earlier, where they are negative. */
export function addDays(day: Day, days: number): Day {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The same day of a later month; where that month has no such day, its last one. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  const last = date.getUTCDate();
  date.setUTCDate(Math.min(Number(day.slice(8)), last));
  return date.toISOString().slice(0, 10);
}

/** Days from one to another; negative where the other is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000);
}

/** Whether a text is a day that the calendar has: '2026-02-29' is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** '2026-05' of a year and a month from 1. */
export const monthOf = (year: number, month: number): Month =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;

export const monthOfDay = (day: Day): Month => day.slice(0, 7);

export const firstDayOf = (month: Month): Day => `${month}-01`;

/** The month so many months later; earlier, where they are negative. */
export const shiftMonth = (month: Month, months: number): Month =>
  addMonths(firstDayOf(month), months).slice(0, 7);

export const lastDayOf = (month: Month): Day => addDays(firstDayOf(shiftMonth(month, 1)), -1);

/** A day of a month by its number; the month's last where it has no such day. */
export function dayOf(month: Month, number: number): Day {
  const last = lastDayOf(month);
  return Number(last.slice(8)) <= number ? last : `${month}-${String(number).padStart(2, '0')}`;
}

export const monthNames = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
] as const;

/** The Spanish name of a month from 1, as lists and file names show it: 'Mayo'. */
export const monthName = (month: number): string => monthNames[month - 1] ?? '';

/** A month within a sentence: 'mayo de 2026'. */
export const monthWords = (month: Month): string =>
  `${monthName(Number(month.slice(5))).toLowerCase()} de ${month.slice(0, 4)}`;

/** A month's year and number, as calls have them. */
export const yearAndMonth = (month: Month): { year: number; month: number } => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
});

/** The years of days or months, newest first. */
export const yearsOf = (when: readonly (Day | Month)[]): number[] =>
  [...new Set(when.map((one) => Number(one.slice(0, 4))))].sort((a, b) => b - a);

/** The months of a year that days or months are of, from January. */
export const monthsOf = (when: readonly (Day | Month)[], year: number): number[] => {
  const inYear = when.filter((one) => Number(one.slice(0, 4)) === year);
  return [...new Set(inYear.map((one) => Number(one.slice(5, 7))))].sort((a, b) => a - b);
};

/** A month as file names and headings have it: 'Mayo - 2026'. */
export const monthTitle = (month: Month): string =>
  `${monthName(Number(month.slice(5)))} - ${month.slice(0, 4)}`;

/** '31/05/2026' */
export const shortDay = (day: Day): string => day.split('-').reverse().join('/');
