import { addDays, type Day, isDay, monthNames } from '../../../shared/days.ts';
import { cellText } from './cell-text.ts';
import type { SheetRow } from './sheet.types.ts';

/** The day that a spreadsheet's numbers count from, and the days of 2000-01-01 and 2099-12-31 among them. */
const EPOCH: Day = '1899-12-30';
const SERIALS = { least: 36_526, most: 73_050 };

/**
 * The day in a cell: a date, text as dd/mm/aaaa, dd/mm/aa, 08-sep-2026 or aaaa-mm-dd (a time behind it does not matter),
 * aaaammdd, or the number that a spreadsheet keeps of a date whose format was lost. Null where it is none.
 */
export function cellDay(row: SheetRow, column: number): Day | null {
  const text = cellText(row, column);
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:$|[ T,])/.exec(text) ?? [];
  if (day !== undefined && month !== undefined && year !== undefined) return dayOrNull(year, month, day);
  const [, named, word = '', ofYear] =
    /^(\d{1,2})(?:[ /.-]| de )([a-z]{3,10})\.?(?:[ /.-]| de | del )(\d{4}|\d{2})(?:$|[ T,])/i.exec(text) ??
    [];
  const number = 1 + monthNames.findIndex((name) => isMonth(name.toLowerCase(), word.toLowerCase()));
  if (named !== undefined && ofYear !== undefined) return dayOrNull(ofYear, String(number), named);
  const [, first, second, third] =
    /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:$|[ T,])/.exec(text) ??
    /^(20\d{2})(\d{2})(\d{2})$/.exec(text) ??
    [];
  if (first !== undefined && second !== undefined && third !== undefined) {
    return dayOrNull(first, second, third);
  }
  const serial = row.cells[column]?.number;
  if (serial === undefined || serial < SERIALS.least || serial > SERIALS.most) return null;
  return addDays(EPOCH, Math.floor(serial));
}

/** 'sep', 'sept' and 'septiembre'. */
const isMonth = (name: string, word: string): boolean =>
  word === name || word === name.slice(0, 3) || (word === 'sept' && name === 'septiembre');

function dayOrNull(year: string, month: string, day: string): Day | null {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}
