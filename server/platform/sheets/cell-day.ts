import { addDays, type Day, dayInBogota, daysBetween, isDay, monthNames } from '../../../shared/days.ts';
import { MINUTE_MS } from '../../../shared/durations.ts';
import type { DayOrder } from '../../../shared/sheet-account.ts';
import { cellText } from './cell-text.ts';
import type { SheetRow } from './sheet.types.ts';

/** Day 0 of the day numbers in spreadsheets; `SERIALS` are the numbers of 2000-01-01 and 2099-12-31. */
const EPOCH: Day = '1899-12-30';
const SERIALS = { least: 36_526, most: 73_050 };

const ENGLISH = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september'],
  ...['october', 'november', 'december'],
];
/** Month numbers by name or three-letter abbreviation, in Spanish and, for bank programs, in English. */
const monthsByWord = new Map(
  [monthNames, ENGLISH].flatMap((names) =>
    names.flatMap((name, index) => [
      [name.toLowerCase(), index + 1] as const,
      [name.slice(0, 3).toLowerCase(), index + 1] as const,
    ]),
  ),
)
  .set('sept', 9)
  .set('setiembre', 9)
  .set('set', 9);

/** Pattern of dates like 05/03/2026 in either order of day and month; ignores a following time. */
const NUMERIC = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:$|[ T,])/;
/**
 * Time with a UTC offset behind a date: an instant, with the day in Bogotá. '03:15:00+00', '10:15 p. m. GMT-5'.
 * Programs write a day without a time as midnight in UTC, '00:00:00.000Z': no instant.
 */
const INSTANT =
  /[T ](?!00:00:00(?:\.0+)? ?(?:Z|\+00(?::?00)?)$)(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?(?: ?([ap])\.? ?m\.?)? ?(?:Z|(?:UTC|GMT)|(?:UTC|GMT)?([+-]\d{1,2})(?::?(\d\d))?)$/i;

/** Day of the week before a date, as in the long format of Excel: 'viernes, 15 de mayo de 2026', 'lun. 18-may-26'. */
const WEEKDAY =
  /^(lun|mar|mi[eé]|jue|vie|s[aá]b|dom|mon|tue|wed|thu|fri|sat|sun)[a-zé]*(\.,?|,)? (?=\d{1,2}(?:[/.-]\d| ?(?:de )?[/.-]?[a-z]{3})|[a-z]{3,10}\.? \d)/i;

/** Returns the text of a date cell without the day of the week. */
const dayText = (row: SheetRow, column: number): string => cellText(row, column).replace(WEEKDAY, '');

/**
 * Reads the day of a cell: a date; text as dd/mm/aaaa, dd/mm/aa, 08-sep-2026, 01-Apr-2023, Apr 1, 2023 or aaaa-mm-dd
 * (a following time is ignored, unless with a UTC offset); aaaammdd; or the serial number of a date without format.
 * Null otherwise.
 * @param order of day and month in the column (`dayOrderIn`); ignored by a cell with a single possible reading
 */
export function cellDay(row: SheetRow, column: number, order: DayOrder = 'dayFirst'): Day | null {
  const text = dayText(row, column);
  const day = dayOfText(text, order);
  const instant = INSTANT.exec(text);
  if (day !== null && instant !== null) return dayOfInstant(day, instant);
  const serial = row.cells[column]?.number;
  if (day !== null || serial === undefined) return day;
  return serial < SERIALS.least || serial > SERIALS.most ? null : addDays(EPOCH, Math.floor(serial));
}

/** Returns the day in Bogotá of a day with a time and an offset, as found by `INSTANT`; null for an invalid hour. */
function dayOfInstant(
  day: Day,
  [, hour, minute, half, hours = '0', minutes = '0']: RegExpExecArray,
): Day | null {
  const at = half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  if (at > 23 || Number(minute) > 59) return null;
  const offset = Number(hours) * 60 + Number(minutes) * (hours.startsWith('-') ? -1 : 1);
  return dayInBogota(Date.parse(day) + (at * 60 + Number(minute) - offset) * MINUTE_MS);
}

/** Reads a day written as text; ignores a following time. */
function dayOfText(text: string, order: DayOrder): Day | null {
  const [, first, second, year] = NUMERIC.exec(text) ?? [];
  if (first !== undefined && second !== undefined && year !== undefined) {
    const dayFirst = dayOrNull(year, second, first);
    return order === 'dayFirst' ? dayFirst : (dayOrNull(year, first, second) ?? dayFirst);
  }
  const [, named, word = '', ofYear] =
    /^(\d{1,2})(?:[ /.-]| de )?([a-z]{3,10})\.?(?:[ /.-]| de | del )?(\d{4}|\d{2})(?:$|[ T,])/i.exec(text) ??
    [];
  if (named !== undefined && ofYear !== undefined) return dayOrNull(ofYear, monthText(word), named);
  const [, before = '', numbered, yearBehind] =
    /^([a-z]{3,10})\.?[ /.-](\d{1,2})(?:, ?|[ /.-]| de )(\d{4}|\d{2})(?:$|[ T,])/i.exec(text) ?? [];
  if (numbered !== undefined && yearBehind !== undefined) {
    return dayOrNull(yearBehind, monthText(before), numbered);
  }
  const [, ofYears, ofMonths, ofDays] =
    /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})(?:$|[ T,])/.exec(text) ??
    /^(20\d{2})(\d{2})(\d{2})$/.exec(text) ??
    [];
  return ofYears === undefined || ofMonths === undefined || ofDays === undefined
    ? null
    : dayOrNull(ofYears, ofMonths, ofDays);
}

/** Returns the month number of a word as text; '0' (no month) for another word. */
const monthText = (word: string): string => String(monthsByWord.get(word.toLowerCase()) ?? 0);

function dayOrNull(year: string, month: string, day: string): Day | null {
  const text = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

/**
 * Expectations about the dates of a column, to decide between day first and month first in dates like
 * '03/04/2026'.
 */
export interface ExpectedDays {
  /** Range of most days in the column, both ends included. Default: any. */
  near?: { from: Day; to: Day };
  /** Latest possible day in the column. Default: any. */
  latest?: Day;
  /** True if the day repeats every month, like due dates; false if all days belong to a single month. */
  isMonthly?: boolean;
}

/** Doubt about a column of dates with two possible orders: a sample cell with both days. */
export interface OrderDoubt {
  /** Text of the cell: '03/04/2026'. */
  text: string;
  /** Day of the cell, if the day comes first. */
  dayFirst: Day;
  /** Day of the cell, if the month comes first. */
  monthFirst: Day;
}

/** Change of the day number from row to row, in days, that counts as a jump. */
const JUMP = 3;

/**
 * Decides for a whole column of dates if '03/04/2026' has the day or the month first. Evidence:
 * 1. a value above 12
 * 2. dates in the future, if read in the other order
 * 3. the spread of the days: near the expected days, in a single month, without jumps
 *
 * The default is day first. If month first fits better, also returns a doubt to ask the user about.
 */
export function dayOrderIn(
  rows: readonly SheetRow[],
  column: number,
  { near: expected, latest, isMonthly = false }: ExpectedDays = {},
): { order: DayOrder; doubt: OrderDoubt | null } {
  const cells = rows.flatMap((row) => orderedCell(row, column) ?? []);
  const typed = cells.filter(({ isDate }) => !isDate);
  const provesDay = typed.filter(({ first, second }) => first > 12 && second <= 12).length;
  const provesMonth = typed.filter(({ first, second }) => second > 12 && first <= 12).length;
  const isOpen = ({ first, second }: OrderedCell) => first <= 12 && second <= 12 && first !== second;
  const dates = cells.filter((cell) => cell.isDate && isOpen(cell));
  // A month-first program turns days up to 12 into dates and leaves other days as text.
  const isMangled = provesDay > 0 && dates.length > 0 && cells.every((cell) => cell.isDate === isOpen(cell));
  const open = isMangled ? dates : cells.filter(isOpen);
  const doubted = open[0] ?? cells.find(({ second }) => second > 12);
  const doubt = doubted && { text: doubted.text, dayFirst: doubted.dayFirst, monthFirst: doubted.monthFirst };
  const sure = { order: 'dayFirst', doubt: null } as const;
  // A program with the wrong order makes no date of a day above 12.
  if (provesMonth === 0 && cells.some(({ isDate, first }) => isDate && first > 12)) return sure;
  const isMixed = provesDay > 0 && provesMonth > 0 && open.length > 0;
  if ((provesDay > 0 && !isMangled && !isMixed) || doubt === undefined) return sure;
  if (!isMixed && provesMonth > 0 && provesMonth * 2 >= typed.length)
    return { order: 'monthFirst', doubt: null };
  const unsure = { order: 'dayFirst', doubt } as const;
  if (provesMonth > 0) return unsure;
  const days = [...new Set(open.map((cell) => cell.dayFirst))];
  const turned = [...new Set(open.map((cell) => cell.monthFirst))];
  const isLate = (all: readonly Day[]) => latest !== undefined && all.some((day) => day > latest);
  if (isLate(turned)) return sure;
  if (isLate(days)) return unsure;
  const near = aroundKnown(rows, column) ?? expected;
  const isNear = (all: readonly Day[]) =>
    near === undefined || all.every((day) => day >= near.from && day <= near.to);
  if (isNear(days) !== isNear(turned)) return isNear(days) ? sure : unsure;
  if (days.length < 2) return sure;
  const part = (all: readonly Day[]) =>
    new Set(all.map((day) => (isMonthly ? day.slice(8) : day.slice(0, 7)))).size;
  if (part(turned) === 1 && part(days) > 1) return unsure;
  if (part(days) === 1 || isMonthly) return sure;
  return spanOf(turned) * JUMP < spanOf(days) ? unsure : sure;
}

/**
 * Returns the range around the column's dates with a clear order (month in words, year first, a number above 12).
 * Null without clear dates.
 */
function aroundKnown(rows: readonly SheetRow[], column: number): { from: Day; to: Day } | null {
  const days = rows.flatMap((row) => {
    const ordered = orderedCell(row, column);
    if (ordered === null) return cellDay(row, column) ?? [];
    return ordered.first > 12 || ordered.second > 12 ? ordered.dayFirst : [];
  });
  const sorted = days.sort();
  const [from, to] = [sorted[0], sorted.at(-1)];
  return from === undefined || to === undefined
    ? null
    : { from: addDays(from, -AROUND), to: addDays(to, AROUND) };
}

/** Days added before and after the clear dates of a column. */
const AROUND = 31;

interface OrderedCell extends OrderDoubt {
  first: number;
  second: number;
  isDate: boolean;
}

function orderedCell(row: SheetRow, column: number): OrderedCell | null {
  const text = dayText(row, column);
  const [, first = '', second = '', year = ''] = NUMERIC.exec(text) ?? [];
  const dayFirst = dayOrNull(year, second, first);
  const monthFirst = dayOrNull(year, first, second);
  const either = dayFirst ?? monthFirst;
  if (year === '' || either === null) return null;
  return {
    text,
    first: Number(first),
    second: Number(second),
    isDate: row.cells[column]?.date === true,
    dayFirst: dayFirst ?? either,
    monthFirst: monthFirst ?? either,
  };
}

/** Returns the number of days from the earliest to the latest. */
function spanOf(days: readonly Day[]): number {
  const [first = '', last = first] = [
    days.reduce((a, b) => (a < b ? a : b)),
    days.reduce((a, b) => (a > b ? a : b)),
  ];
  return daysBetween(first, last);
}
