import { parseMoney } from '../../../shared/money-text.ts';
import type { Cell, SheetRow } from '../../platform/sheets/sheet.types.ts';

/** What stands below a header, counted over the rows that are looked at. */
export interface ColumnValues {
  /** Cells that say something: a dash alone does not. */
  filled: number;
  amounts: number;
  /** Cells that are a date, for the spreadsheet or as it is written. */
  days: number;
  nonZero: number;
  negative: number;
  /** Amounts of a thousand pesos or more: no percentage or count is as much. */
  large: number;
  /** Numbers such as '02', which no amount is written like. */
  numbering: number;
  /** All amounts are whole and below a thousand pesos. */
  small: boolean;
  samples: string[];
  /** Texts that name an amount: 'cobrar multa 30.000'. */
  spoken: string[];
}

/** 31/12/2026, 2026-12-31, 31-dic-2026. */
const DAY = /^(\d{1,2}[/.-](\d{1,2}|\p{L}{3,10})[/.-](20)?\d\d|20\d\d[/.-]\d{1,2}[/.-]\d{1,2})$/u;

/** Rows, and cells of a row's width, that say what columns are: all of a sheet that people make. */
const LOOKED_AT = { rows: 5_000, cells: 100_000 };
/** Longer dashes are drawn by nobody, and the pattern would take its time with them. */
const LONGEST_NOTHING = 60;
const SAMPLES = 3;
/** Pesos within words. */
const SPOKEN = /\$\s*\d{3}|\b\d{1,3}([.,]\d{3})+\b|\b\d+ ?mil\b/i;
const THOUSAND = 1_000_00;

/** Whether a cell says that there is nothing: empty, or the dash of a spreadsheet's own format of money ('$ -'). */
export const saysNothing = (text: string): boolean =>
  text.length < LONGEST_NOTHING && /^[\s$]*[-–—−_]*\s*$/.test(text);

/** No unit, amount or concept is as long, and whoever fills cells with more should not take the server's time. */
const LONGEST = 300;

/** What a cell says, as `cellText` has it, of its beginning. */
export const shortText = (row: SheetRow, column: number): string =>
  (row.cells[column]?.text ?? '').slice(0, LONGEST).replace(/\s+/g, ' ').trim();

/** What an amount's cell says; null where it is no amount. */
export function amountOf(cell: Cell | undefined) {
  if (!cell || cell.date || cell.text.length > LONGEST || cell.text.includes('%')) return null;
  return parseMoney(cell.number ?? cell.text.trim());
}

/** The rows that say what a sheet's columns are. */
export const lookedAt = (rows: readonly SheetRow[], width: number): readonly SheetRow[] =>
  rows.slice(0, Math.min(LOOKED_AT.rows, LOOKED_AT.cells / Math.max(1, width)));

export function lookAt(rows: readonly SheetRow[], column: number): ColumnValues {
  const found: ColumnValues = {
    filled: 0,
    amounts: 0,
    days: 0,
    nonZero: 0,
    negative: 0,
    large: 0,
    numbering: 0,
    small: true,
    samples: [],
    spoken: [],
  };
  for (const row of rows) {
    const cell = row.cells[column];
    const text = shortText(row, column);
    if (cell?.uncalculated) {
      found.filled++;
      found.amounts++;
      found.nonZero++;
      found.small = false;
    }
    if (!cell || saysNothing(text)) continue;
    if (found.samples.length < SAMPLES) found.samples.push(text.slice(0, 60));
    found.filled++;
    if (cell.date || DAY.test(text)) found.days++;
    const amount = amountOf(cell);
    if (amount === null) {
      if (SPOKEN.test(text) && found.spoken.length < SAMPLES) found.spoken.push(text.slice(0, 60));
      continue;
    }
    found.amounts++;
    if (/^0\d+$/.test(text)) found.numbering++;
    if (amount !== 0) {
      found.nonZero++;
      if (amount < 0) found.negative++;
      if (Math.abs(amount) >= THOUSAND) found.large++;
      if (amount % 100 !== 0 || Math.abs(amount) >= THOUSAND) found.small = false;
    }
  }
  return found;
}

/** At least half of what stands there is an amount, and not all of them nothing. */
export const holdsAmounts = ({ filled, amounts, nonZero }: ColumnValues): boolean =>
  nonZero > 0 && amounts * 2 >= filled;

/** Numbers of things and how many of them there are, rather than money. */
export const looksNumbered = ({ numbering, small, nonZero }: ColumnValues): boolean =>
  numbering > 0 || (small && nonZero > 0);

/** Amounts that may be pesos, whatever their header measures: half of them are a thousand or more. */
export const mayBePesos = (values: ColumnValues): boolean =>
  holdsAmounts(values) && values.large * 2 >= values.nonZero;
