import { shortDay } from '../../../shared/days.ts';
import type { Cell } from './sheet.types.ts';

export const EMPTY: Cell = { text: '' };

/** What a number is by the format of its cell. */
export interface NumberFormat {
  isDate: boolean;
  isPercent: boolean;
  /** Of a whole number, at least; 0: as many as it has. */
  digits: number;
}

/** Quoted and escaped texts, colours and conditions, and spaces as wide as a sign. */
const SAID = /"[^"]*"|\[[^\]]*\]|\\.|_.|\*./g;

/** @param code a spreadsheet's number format, such as 'dd/mm/yyyy' */
export function formatOf(code: string): NumberFormat {
  const shape = code.replace(SAID, '');
  return {
    isDate: /[ymdhsb]/i.test(shape),
    isPercent: shape.includes('%'),
    digits: /^0+$/.test(shape) ? shape.length : 0,
  };
}

/** @param date1904 whether days are counted from 1904, as old Macs did */
export function numberCell(value: number, format: NumberFormat | undefined, date1904: boolean): Cell {
  if (!Number.isFinite(value)) return { text: '#NUM!' };
  if (format?.isDate) return { text: dateText(value + (date1904 ? 1462 : 0)), date: true };
  if (format?.isPercent) {
    const percent = fifteenDigits(value * 100);
    return { text: `${percent}%`, number: percent };
  }
  const number = fifteenDigits(value);
  // A unit numbered 007 by its format is 007 for everybody who sees it.
  const text =
    format !== undefined && format.digits > 0 && Number.isInteger(number)
      ? zeroFilled(number, format.digits)
      : String(number);
  return { text, number };
}

/** Spreadsheets keep 15 digits; what doubles show beyond them is noise (0.40799999999999997). */
const fifteenDigits = (value: number): number =>
  Number.isInteger(value) && Math.abs(value) < 1e15 ? value : Number(value.toPrecision(15));

function zeroFilled(number: number, length: number): string {
  return (number < 0 ? '-' : '') + String(Math.abs(number)).padStart(length, '0');
}

/** The first day of 1970 in the count of spreadsheets. */
const EPOCH = 25_569;
const DAY_MS = 86_400_000;

const dateText = (serial: number): string => writtenDate(new Date(Math.round((serial - EPOCH) * DAY_MS)));

/** As dd/mm/aaaa, with its time where it has one; as if it were UTC, so that no time zone moves it. */
export function writtenDate(date: Date): string {
  if (Number.isNaN(date.getTime())) return '####';
  const [day = '', time = ''] = date.toISOString().split('T');
  const spanish = shortDay(day);
  return time.startsWith('00:00') ? spanish : `${spanish} ${time.slice(0, 5)}`;
}
