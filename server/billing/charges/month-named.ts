import { type Month, monthName } from '../../../shared/days.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';

/** Whether a sheet's name names a month: 2 with its year, 1 without any, 0 where it does not or names another year. */
export function monthNamed(name: string, month: Month): 0 | 1 | 2 {
  const words = plainWords(name);
  const year = month.slice(0, 4);
  const number = Number(month.slice(5));
  const full = plainWords(monthName(number));
  const isNamed = new RegExp(`\\b(${full}|${full.slice(0, 3)})(?![a-z])`).test(words);
  const isNumbered = new RegExp(`\\b(0?${number} ${year}|${year} 0?${number})\\b`).test(words);
  if (!isNamed && !isNumbered) return 0;
  const years: readonly string[] = words.match(/20\d\d/g) ?? [];
  if (years.length === 0) return 1;
  return years.includes(year) ? 2 : 0;
}
