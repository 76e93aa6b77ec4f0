import { formatCoefficient, fromNumber, type Nano } from '../../../shared/coefficient.ts';
import { type Day, shortDay } from '../../../shared/days.ts';
import { count, dateTime, percent } from '../../../shared/format.ts';
import { type Centavos, centavos, formatMoney, sumMoney } from '../../../shared/money.ts';

/**
 * Type of a cell's value for each kind of cell. A `number` is a name (invoice 12), a `count` a quantity; an instant
 * is in epoch milliseconds.
 */
interface Contents {
  text: string;
  number: number;
  count: number;
  coefficient: Nano;
  percent: number;
  instant: number;
  money: Centavos;
  day: Day;
}
/**
 * Kind of value in a table cell of a report, for example 'text', 'count' or 'money'. Decides the format.
 */
export type CellKind = keyof Contents;

/** Cell of a report's table: kind and value. A null value prints as empty. */
export type ReportCell = { [K in CellKind]: { kind: K; value: Contents[K] | null } }[CellKind];

/** Column of a report's table: title, width, and the function to read the value from a row. */
export type TableColumn<R> = {
  /** Title of the column. */
  title: string;
  /** Shorter title of the column for paper. Default: the title. */
  short?: string;
  /** Width on paper, relative to the other columns. Undefined if only the workbook has the column. */
  width?: number;
  /** True for a column only on paper: the workbook has the same data in separate columns. */
  paperOnly?: true;
  /** Text printed in a cell without a value. */
  none?: string;
  /**
   * Returns a text to print instead of the value, if the usual format would hide a difference. The workbook has the
   * value.
   */
  words?: (row: R) => string;
  /** Returns a small text for paper below the value. The workbook has a separate column for the text. */
  small?: (row: R) => string;
} & {
  [K in CellKind]: {
    kind: K;
    value: (row: R) => Contents[K] | null;
    /**
     * Content of the totals row: true for the sum of the column, or a text. A text is shown also for a table
     * without rows.
     */
    total?: (K extends 'count' | 'money' ? true : never) | string;
  };
}[CellKind];

/** Table of a report: columns and rows, the source for paper, workbook and screen. */
export interface Table<R> {
  /** Name of the workbook sheet, and title on paper if there is no `title`. */
  name: string;
  title?: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  /** Sentence printed instead of a table without rows. Default: the table is not printed. */
  empty?: string;
  /** Text of a short note printed below the table on paper. */
  note?: string;
  /** Returns a line of text to print across the table after a row. Null: no line. */
  lineAfter?: (row: R) => string | null;
  /** True for rows to highlight in the workbook. A column must also give the reason in words. */
  standsOut?: (row: R) => boolean;
  /** True if the table is only on paper, without a workbook sheet. */
  paperOnly?: true;
  /** Letter size on paper, in points. Tables with many columns need a smaller size. */
  size?: number;
}

/**
 * Labelled value of a report: below the heading on paper, on the sheet of facts in the workbook. `paperOnly`
 * leaves the fact out of the workbook, `bookOnly` out of the paper.
 */
export type Fact = { label: string; paperOnly?: true; bookOnly?: true } & ReportCell;

/** Makes a fact (labelled value of a report) from a text; null prints as empty. */
export const textFact = (label: string, value: string | null): Fact => ({ label, kind: 'text', value });
/** Makes a fact of a report (label and value) from a whole number. */
export const countFact = (label: string, value: number): Fact => ({ label, kind: 'count', value });
/**
 * Makes a fact (labelled value of a report) from a coefficient.
 * @param value coefficient in the unit of the table, as in answers of the API: 2.5 is 2.5 %
 */
export const coefficientFact = (label: string, value: number): Fact => ({
  label,
  kind: 'coefficient',
  value: fromNumber(value),
});
/** Makes a fact (labelled value of a report) from an amount in centavos. */
export const moneyFact = (label: string, value: Centavos): Fact => ({ label, kind: 'money', value });
/** Makes a fact (labelled value of a report) from a day. */
export const dayFact = (label: string, value: Day): Fact => ({ label, kind: 'day', value });
/**
 * Makes a fact (labelled value of a report) from a time.
 * @param at epoch ms or ISO 8601; null for a missing time
 * @param none text to print for a missing time
 */
export const instantFact = (label: string, at: number | string | null, none: string): Fact =>
  at === null ? textFact(label, none) : { label, kind: 'instant', value: new Date(at).getTime() };

/**
 * Returns copies of the facts (labelled values of a report) to appear only in the workbook, not on paper.
 */
export const inBook = (facts: readonly Fact[]): Fact[] => facts.map((fact) => ({ ...fact, bookOnly: true }));

/** Functions to format times and amounts in the cells of a report. */
export interface Print {
  /** Formats a time in epoch ms. */
  clock: (at: number) => string;
  /** Formats an amount in centavos. */
  money: (amount: Centavos) => string;
}
/** Usual format of times and amounts in reports: date with time of day in Colombia, and pesos. */
export const usualPrint: Print = { clock: (at) => dateTime(new Date(at).toISOString()), money: formatMoney };

/** Returns the printed text of a cell; '' for a cell without a value. */
export function printed({ kind, value }: ReportCell, { clock, money }: Print = usualPrint): string {
  if (value === null) return '';
  if (kind === 'text') return value;
  if (kind === 'day') return shortDay(value);
  if (kind === 'money') return money(value);
  if (kind === 'instant') return clock(value);
  if (kind === 'coefficient') return formatCoefficient(value);
  if (kind === 'percent') return percent(value);
  return kind === 'count' ? count(value) : String(value);
}

/** Returns the cell of a column for a row, with kind and value. */
export const cellOf = <R>({ kind, value }: TableColumn<R>, row: R): ReportCell =>
  ({ kind, value: value(row) }) as ReportCell;

/**
 * Returns the printed text of a row in a column: the text of `words` if present, else the formatted value,
 * else `none`.
 */
export const printedIn = <R>(column: TableColumn<R>, row: R, print?: Print): string =>
  column.words?.(row) || printed(cellOf(column, row), print) || (column.none ?? '');

/**
 * Returns the cells of the totals row: sums of the columns, with 'Total' in the first cell. Null if no
 * column has a total, or for a table without rows and without total texts.
 */
export function totalsOf<R>(columns: readonly TableColumn<R>[], rows: readonly R[]): ReportCell[] | null {
  const isWorded = columns.some(({ total }) => typeof total === 'string');
  if (!columns.some(({ total }) => total === true) || (rows.length === 0 && !isWorded)) return null;
  return columns.map(({ kind, value, total }, i): ReportCell => {
    if (total !== true) return { kind: 'text', value: total ?? (i === 0 && !isWorded ? 'Total' : '') };
    const values = rows.map((row) => Number(value(row)));
    if (kind === 'money') return { kind, value: sumMoney(values.map(centavos)) };
    return { kind: 'count', value: values.reduce((sum, one) => sum + one, 0) };
  });
}
