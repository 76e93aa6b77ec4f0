import { type Day, type Month, monthName } from '../../../shared/days.ts';

/** '31/05/2026' */
export const slashed = (day: Day): string => day.split('-').reverse().join('/');

/** 'Mayo - 2026' */
export function monthTitle(month: Month): string {
  const [year, number] = month.split('-');
  return `${monthName(Number(number))} - ${year}`;
}
