import { centavos } from '../../../shared/money.ts';
import { parseMoney } from '../../../shared/money-text.ts';
import { cellText } from '../../platform/sheets/cell-text.ts';
import type { Cell, SheetRow } from '../../platform/sheets/sheet.types.ts';

/**
 * Counts about the cells of a column of a month's spreadsheet, to decide the role of the column by the
 * values: amounts, dates or numbering. Counted over the inspected rows below the header.
 */
export interface ColumnValues {
  /** Number of cells with content; a dash alone does not count. */
  filled: number;
  /** Number of cells with an amount. */
  amounts: number;
  /** Number of date cells and of texts written as dates. */
  days: number;
  /** Number of amounts other than 0. */
  nonZero: number;
  /** Number of amounts below 0. */
  negative: number;
  /** Number of amounts of a thousand pesos or more, too large for percentages or counts. */
  large: number;
  /** Number of cells with leading zeros ('02'), never used for amounts. */
  numbering: number;
  /** True if all amounts are whole and below a thousand pesos. */
  small: boolean;
  /** Smallest and largest amount other than 0, without sign, in centavos. */
  least: number;
  most: number;
  /** First texts of the column, to show to the user. */
  samples: string[];
  /** Texts that mention an amount: 'cobrar multa 30.000'. */
  spoken: string[];
}

/** Pattern for a date: 31/12/2026, 2026-12-31, 31-dic-2026. */
const DAY = /^(\d{1,2}[/.-](\d{1,2}|\p{L}{3,10})[/.-](20)?\d\d|20\d\d[/.-]\d{1,2}[/.-]\d{1,2})$/u;

/** Most rows and cells inspected to decide roles, enough for all sheets made by people. */
const INSPECTED = { rows: 5_000, cells: 100_000 };
/** Longest text (characters) tested as a dash, to limit the time of the pattern. */
const LONGEST_NOTHING = 60;
const SAMPLES = 3;
/** Pattern for an amount of pesos within a text. */
const SPOKEN = /\$\s*\d{3}|\b\d{1,3}([.,]\d{3})+\b|\b\d+ ?mil\b/i;
const THOUSAND = 1_000_00;

/**
 * True if a cell of a spreadsheet has no content: empty, or only a dash, as accounting formats write zero ('$
 * -').
 */
export const saysNothing = (text: string): boolean =>
  text.length < LONGEST_NOTHING && /^[\s$]*[-–—−_]*\s*$/.test(text);

/** Number of characters inspected in a cell, to limit the time of hostile cells. */
const LONGEST_CELL = 300;

/** Side of an account behind an amount: '20.000 CR', '20.000 D'. '1201D' is a parking space. */
const ACCOUNT_SIDE = /(?<!\p{L})(cr|db|dr|(?<=[.,]\d{2,3}\)?\s*)[cd])\.?$/iu;

/** Divides a text like '20.000 CR' into the amount and the side of the account behind; `side` is null without a side. */
export function sideBehind(text: string): { amount: string; side: 'debit' | 'credit' | null } {
  const side = ACCOUNT_SIDE.exec(text)?.[1]?.toLowerCase();
  if (side === undefined) return { amount: text, side: null };
  return { amount: text.replace(ACCOUNT_SIDE, ''), side: side.startsWith('c') ? 'credit' : 'debit' };
}

/**
 * Reads the amount of money in a spreadsheet cell, in centavos: '120.000,50' is 12000050, '20.000 CR' (in favour of the
 * unit) is -2000000. Null if the cell holds no amount.
 */
export function amountOf(cell: Cell | undefined) {
  if (!cell || cell.date || cell.text.length > LONGEST_CELL || cell.text.includes('%')) return null;
  if (cell.number !== undefined) return parseMoney(cell.number);
  const { amount: written, side } = sideBehind(cell.text.trim());
  const amount = parseMoney(written);
  return side === 'credit' && amount !== null && amount > 0 ? centavos(-amount) : amount;
}

/**
 * Returns the first rows of a month's table, enough to decide the roles of the columns: at most 5,000 rows
 * and 100,000 cells, so that a huge sheet takes no longer.
 * @param width number of columns
 */
export const lookedAt = (rows: readonly SheetRow[], width: number): readonly SheetRow[] =>
  rows.slice(0, Math.min(INSPECTED.rows, INSPECTED.cells / Math.max(1, width)));

/**
 * Counts the amounts, dates and texts in the cells of a column (index from 0), and takes sample texts. The
 * counts help to decide the role of the column.
 */
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
    least: Number.POSITIVE_INFINITY,
    most: 0,
    samples: [],
    spoken: [],
  };
  for (const row of rows) {
    const cell = row.cells[column];
    const text = cellText(row, column);
    if (cell?.uncalculated) {
      found.filled++;
      found.amounts++;
      found.nonZero++;
      found.small = false;
      found.most = Number.POSITIVE_INFINITY;
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
      found.least = Math.min(found.least, Math.abs(amount));
      found.most = Math.max(found.most, Math.abs(amount));
      if (amount < 0) found.negative++;
      if (Math.abs(amount) >= THOUSAND) found.large++;
      if (amount % 100 !== 0 || Math.abs(amount) >= THOUSAND) found.small = false;
    }
  }
  return found;
}

/**
 * True if a column of a month's spreadsheet probably holds amounts: at least half of the cells with content
 * are amounts, and at least a cell is not 0. Helps to decide the role of a column without a clear header.
 */
export const holdsAmounts = ({ filled, amounts, nonZero }: ColumnValues): boolean =>
  nonZero > 0 && amounts * 2 >= filled;

/**
 * True if the numbers of a column are a numbering ('02') or small counts, so probably no money. Without a
 * clear header the column is not read as a charge.
 */
export const looksNumbered = ({ numbering, small, nonZero }: ColumnValues): boolean =>
  numbering > 0 || (small && nonZero > 0);

/** Largest amount (centavos) of a count or a rate; larger figures are pesos. */
const MOST_COUNTED = 100_00;

/**
 * True if all numbers of a column in a month's spreadsheet are whole and at most 100, so probably counts ('2'
 * pending fees) rather than pesos. The user is then asked before the numbers are charged.
 */
export const looksCounted = ({ small, most, nonZero }: ColumnValues): boolean =>
  nonZero > 0 && small && most <= MOST_COUNTED;

/**
 * True if all rows of a column in a month's spreadsheet have the same number of at most 100, so probably a
 * rate ('1,9') rather than pesos. The user is then asked.
 */
export const looksLikeRate = ({ least, most, nonZero }: ColumnValues): boolean =>
  nonZero > 1 && least === most && most <= MOST_COUNTED;

/**
 * True if a column probably holds pesos, under any header: at least half of the amounts other than 0 are a
 * thousand or more.
 */
export const mayBePesos = (values: ColumnValues): boolean =>
  holdsAmounts(values) && values.large * 2 >= values.nonZero;
