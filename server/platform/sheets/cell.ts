import ExcelJS, { type CellValue } from 'exceljs';
import { shortDay } from '../../../shared/days.ts';
import type { Cell } from './sheet.types.ts';

export const EMPTY: Cell = { text: '' };

/** A cell that exceljs read, as a person sees it. */
export function toCell(cell: ExcelJS.Cell): Cell {
  // Not its `value`: that one leaves out a result that is 0, false or the empty text.
  if (cell.type === ExcelJS.ValueType.Formula) return resultCell(cell.result, cell.numFmt);
  return valueCell(cell.value, cell.numFmt);
}

/** A file that a program wrote without calculating keeps no value for its formulas. */
function resultCell(result: CellValue | undefined, format: string | undefined): Cell {
  if (result === null || result === undefined) return { text: '', uncalculated: true };
  return valueCell(result, format);
}

/** `format` is the spreadsheet's number format. */
function valueCell(value: CellValue, format: string | undefined): Cell {
  if (value === null || value === undefined) return EMPTY;
  if (typeof value === 'string') return { text: value };
  if (typeof value === 'number') return numberCell(value, format);
  if (typeof value === 'boolean') return { text: value ? 'VERDADERO' : 'FALSO' };
  if (value instanceof Date) return { text: dateText(value), date: true };
  if ('error' in value) return { text: String(value.error) };
  if ('richText' in value) return { text: value.richText.map((run) => run.text ?? '').join('') };
  if ('hyperlink' in value) return valueCell(value.text as CellValue, format); // may itself be rich text
  return EMPTY;
}

function numberCell(value: number, format: string | undefined): Cell {
  if (!Number.isFinite(value)) return { text: '#NUM!' };
  const shape = (format ?? '').replace(/"[^"]*"|\[[^\]]*\]|\\./g, '');
  if (shape.includes('%')) {
    const percent = fifteenDigits(value * 100);
    return { text: `${percent}%`, number: percent };
  }
  const number = fifteenDigits(value);
  // A unit numbered 007 by its format is 007 for everybody who sees it.
  const text =
    /^0+$/.test(shape) && Number.isInteger(number) ? zeroFilled(number, shape.length) : String(number);
  return { text, number };
}

/** Spreadsheets keep 15 digits; what doubles show beyond them is noise (0.40799999999999997). */
function fifteenDigits(value: number): number {
  return Number(value.toPrecision(15));
}

function zeroFilled(number: number, length: number): string {
  return (number < 0 ? '-' : '') + String(Math.abs(number)).padStart(length, '0');
}

/** exceljs gives dates as if they were UTC, so that no time zone moves them. */
function dateText(date: Date): string {
  if (Number.isNaN(date.getTime())) return '####';
  const [day = '', time = ''] = date.toISOString().split('T');
  const spanish = shortDay(day);
  return time.startsWith('00:00') ? spanish : `${spanish} ${time.slice(0, 5)}`;
}
