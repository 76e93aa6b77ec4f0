import { addDays, type Day, isDay, monthNames } from '../../../shared/days.ts';
import { cellText } from './cell-text.ts';
import type { SheetRow } from './sheet.types.ts';

/** The day that a spreadsheet's numbers count from, and the days of 2000-01-01 and 2099-12-31 among them. */
const EPOCH: Day = '1899-12-30';
const SERIALS = { least: 36_526, most: 73_050 };

const ENGLISH = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
];
/** Months from 1 by their names and beginnings, in Spanish and, as banks' programs write them, in English. */
const monthsByWord = new Map(
  [monthNames, ENGLISH].flatMap((names) =>
    names.flatMap((name, index) => [
      [name.toLowerCase(), index + 1] as const,
      [name.slice(0, 3).toLowerCase(), index + 1] as const,
    ]),
  ),
).set('sept', 9);

/**
 * The day in a cell: a date, text as dd/mm/aaaa, dd/mm/aa, 08-sep-2026, 01-Apr-2023, Apr 1, 2023 or aaaa-mm-dd (a time
 * behind it does not matter), aaaammdd, or the number that a spreadsheet keeps of a date whose format was lost. Null
 * where it is none.
 */
export function cellDay(row: SheetRow, column: number): Day | null {
  const text = cellText(row, column);
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:$|[ T,])/.exec(text) ?? [];
  if (day !== undefined && month !== undefined && year !== undefined) return dayOrNull(year, month, day);
  const [, named, word = '', ofYear] =
    /^(\d{1,2})(?:[ /.-]| de )?([a-z]{3,10})\.?(?:[ /.-]| de | del )?(\d{4}|\d{2})(?:$|[ T,])/i.exec(text) ??
    [];
  if (named !== undefined && ofYear !== undefined) return dayOrNull(ofYear, monthText(word), named);
  const [, before = '', numbered, yearBehind] =
    /^([a-z]{3,10})\.?[ /.-](\d{1,2})(?:, ?|[ /.-]| de )(\d{4}|\d{2})(?:$|[ T,])/i.exec(text) ?? [];
  if (numbered !== undefined && yearBehind !== undefined) {
    return dayOrNull(yearBehind, monthText(before), numbered);
  }
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

/** The number of a month's name; '0', which no month has, of another word. */
const monthText = (word: string): string => String(monthsByWord.get(word.toLowerCase()) ?? 0);

function dayOrNull(year: string, month: string, day: string): Day | null {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}
