import { shortDay } from '../../../shared/days.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import type { Cell } from './sheet.types.ts';

/** Empty cell. */
export const EMPTY: Cell = { text: '' };

/**
 * Meaning of a number in a cell, stated by the cell's number format: date, percentage, or number with leading
 * zeros.
 */
export interface NumberFormat {
  /** True if the cell shows the number as a date. */
  isDate: boolean;
  /** True if the cell shows the number as a percentage. */
  isPercent: boolean;
  /** Smallest number of digits of a whole number (zeros in front); 0 for no minimum. */
  digits: number;
}

/**
 * Built-in number formats of Excel used here. Key: number of the format in the file. Value: code of the
 * format ('0%').
 */
export const builtInFormats: ReadonlyMap<number, string> = new Map([
  [1, '0'],
  [9, '0%'],
  [10, '0%'],
  ...[14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47].map((id): [number, string] => [id, 'd/m/y']),
]);

/** Parts of a number format without digits: quoted and escaped texts, colours, conditions and spacing. */
const NOT_OF_NUMBER = /"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g;

/**
 * Reads the meaning of a number format.
 * @param code number format of a spreadsheet, for example 'dd/mm/yyyy'
 */
export function formatOf(code: string): NumberFormat {
  const shape = code.replace(NOT_OF_NUMBER, '');
  return {
    isDate: /[ymdhsb]/i.test(shape),
    isPercent: shape.includes('%'),
    digits: /^0+$/.test(shape) ? shape.length : 0,
  };
}

/**
 * Converts a number of a spreadsheet to a cell with text.
 * @param date1904 true if days count from 1904, as in old Macs
 */
export function numberCell(value: number, format: NumberFormat | undefined, date1904: boolean): Cell {
  if (!Number.isFinite(value)) return { text: '#NUM!' };
  if (format?.isDate) return { text: dateText(value + (date1904 ? 1462 : 0)), date: true };
  if (format?.isPercent) {
    const percent = fifteenDigits(value * 100);
    return { text: `${percent}%`, number: percent };
  }
  const number = fifteenDigits(value);
  // Keeps leading zeros of the format: a unit shown as 007 is read as 007.
  const text =
    format !== undefined && format.digits > 0 && Number.isInteger(number)
      ? zeroFilled(number, format.digits)
      : String(number);
  return { text, number };
}

/** Rounds to 15 digits, as spreadsheets do: further digits of a number are noise (0.40799999999999997). */
const fifteenDigits = (value: number): number =>
  Number.isInteger(value) && Math.abs(value) < 1e15 ? value : Number(value.toPrecision(15));

function zeroFilled(number: number, length: number): string {
  return (number < 0 ? '-' : '') + String(Math.abs(number)).padStart(length, '0');
}

/** Day number of 1 January 1970 in spreadsheets. */
const EPOCH = 25_569;

const dateText = (serial: number): string => writtenDate(new Date(Math.round((serial - EPOCH) * DAY_MS)));

/** Formats a date as dd/mm/aaaa, with the time if not midnight. Uses UTC, so no time zone shifts the date. */
export function writtenDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '####';
  const [day = '', time = ''] = date.toISOString().split('T');
  const spanish = shortDay(day);
  return time.startsWith('00:00') ? spanish : `${spanish} ${time.slice(0, 5)}`;
}
