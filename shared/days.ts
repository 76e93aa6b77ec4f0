/** Day in America/Bogota as text, YYYY-MM-DD. The order of texts is the order of days. */
export type Day = string;
/** Month as text, YYYY-MM. The order of texts is the order of months. */
export type Month = string;

const BEHIND_UTC_MS = 5 * 60 * 60 * 1000;

/**
 * Formats an instant (epoch ms) in Colombian time (UTC−5 all year): '2026-03-05T18:05:00.000Z'. The 'Z' has
 * no meaning. Not by `Intl`, because the first date formatter takes 100 ms on a cheap phone.
 */
export const clockInBogota = (at: number): string => new Date(at - BEHIND_UTC_MS).toISOString();

/** Returns the day in Colombia at an instant (epoch ms). */
export const dayInBogota = (at: number): Day => clockInBogota(at).slice(0, 10);

/** Returns the instant, ISO 8601, of a day and an hour ('18:00') in Colombia (UTC−5 all year). */
export const instantInBogota = (day: Day, hour: string): string =>
  new Date(`${day}T${hour}:00-05:00`).toISOString();

/** Returns the current day in Colombia by the machine's clock. */
export const today = (): Day => dayInBogota(Date.now());

/** Adds a number of days to a day: '2026-02-27' and 2 give '2026-03-01'. A negative number goes back. */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Adds months to a day. Returns the last day of the month if the month has no day of that number. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(day.slice(0, 7));
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0);
  const last = date.getUTCDate();
  date.setUTCDate(Math.min(Number(day.slice(8)), last));
  return date.toISOString().slice(0, 10);
}

/** Returns the number of days between two days. Negative if `to` is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/** True if a text is a valid calendar day: '2026-02-29' is not. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** Makes a Month from a year and a month number (from 1): '2026-05'. */
export const monthOf = (year: number, month: number): Month =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}`;

/** Returns the month of a day: '2026-05-31' gives '2026-05'. */
export const monthOfDay = (day: Day): Month => day.slice(0, 7);

/** Returns the first day of a month: '2026-05' gives '2026-05-01'. */
export const firstDayOf = (month: Month): Day => `${month}-01`;

/** Adds a number of months to a month: '2026-11' and 2 give '2027-01'. A negative number goes back. */
export const shiftMonth = (month: Month, months: number): Month =>
  addMonths(firstDayOf(month), months).slice(0, 7);

/** Returns the first day of the budget year of a day or month. @param yearEnd last month of the year, 1 to 12 */
export function budgetYearStart(day: Day | Month, yearEnd: number): Day {
  const year = Number(day.slice(0, 4)) - (Number(day.slice(5, 7)) > yearEnd ? 0 : 1);
  return firstDayOf(shiftMonth(monthOf(year, yearEnd), 1));
}

/** Returns the last day of a month: '2026-05' gives '2026-05-31'. */
export const lastDayOf = (month: Month): Day => addDays(firstDayOf(shiftMonth(month, 1)), -1);

/**
 * Returns the day of a month with a number: '2026-02' and 5 give '2026-02-05'. Returns the last day if the month
 * has fewer days.
 */
export function dayOf(month: Month, number: number): Day {
  const last = lastDayOf(month);
  return Number(last.slice(8)) <= number ? last : `${month}-${String(number).padStart(2, '0')}`;
}

/** Spanish names of the months, January first. */
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

/** Returns the Spanish name of a month number (from 1), as in lists and file names: 'Mayo'. */
export const monthName = (month: number): string => monthNames[month - 1] ?? '';

/** Formats a month for a sentence: '2026-05' gives 'mayo de 2026'. */
export const monthWords = (month: Month): string =>
  `${monthName(Number(month.slice(5))).toLowerCase()} de ${month.slice(0, 4)}`;

/** Returns year and number of a month, as in API calls: '2026-05' gives { year: 2026, month: 5 }. */
export const yearAndMonth = (month: Month): { year: number; month: number } => ({
  year: Number(month.slice(0, 4)),
  month: Number(month.slice(5)),
});

/** Returns the distinct years of days or months, newest first. */
export const yearsOf = (when: readonly (Day | Month)[]): number[] =>
  [...new Set(when.map((one) => Number(one.slice(0, 4))))].sort((a, b) => b - a);

/** Returns the distinct months (from 1) of days or months within a year, ascending. */
export const monthsOf = (when: readonly (Day | Month)[], year: number): number[] => {
  const inYear = when.filter((one) => Number(one.slice(0, 4)) === year);
  return [...new Set(inYear.map((one) => Number(one.slice(5, 7))))].sort((a, b) => a - b);
};

/** Formats a month for file names and headings: '2026-05' gives 'Mayo - 2026'. */
export const monthTitle = (month: Month): string =>
  `${monthName(Number(month.slice(5)))} - ${month.slice(0, 4)}`;

/** Formats a day: '2026-05-31' gives '31/05/2026'. */
export const shortDay = (day: Day): string => day.split('-').reverse().join('/');
