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
/** Kind of value in a table cell: text, count, money … */
export type CellKind = keyof Contents;

/** Cell of a report's table, or value of a fact. A null value prints as empty. */
export type ReportCell = { [K in CellKind]: { kind: K; value: Contents[K] | null } }[CellKind];

/** Column of a table of a report, for paper and workbook. */
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

/** Description of a table of a report, for paper and workbook. */
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
  /** True for rows to highlight in the workbook. A column must say the reason in words. */
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
 * Makes a fact from a coefficient.
 * @param value coefficient in the integer units of the database (10⁻⁹)
 */
export const coefficientFact = (label: string, value: number): Fact => ({
  label,
  kind: 'coefficient',
  value: fromNumber(value),
});
/** Makes a fact from an amount of money in centavos. */
export const moneyFact = (label: string, value: Centavos): Fact => ({ label, kind: 'money', value });
/** Makes a fact (labelled value of a report) from a day. */
export const dayFact = (label: string, value: Day): Fact => ({ label, kind: 'day', value });
/**
 * Makes a fact from a time (epoch ms or ISO 8601).
 * @param none text printed for a missing time
 */
export const instantFact = (label: string, at: number | string | null, none: string): Fact =>
  at === null ? textFact(label, none) : { label, kind: 'instant', value: new Date(at).getTime() };

/** Marks facts to appear in the spreadsheet only, not on paper. Returns copies. */
export const inBook = (facts: readonly Fact[]): Fact[] => facts.map((fact) => ({ ...fact, bookOnly: true }));

/** Functions to format times (epoch ms) and amounts (centavos) for print. */
export interface Print {
  clock: (at: number) => string;
  money: (amount: Centavos) => string;
}
/** Usual format of times and amounts in reports. */
export const usualPrint: Print = { clock: (at) => dateTime(new Date(at).toISOString()), money: formatMoney };

/** Formats a cell as printed text; an empty text if the cell has no value. */
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

/** Formats the cell of a column in a row as printed text. */
export const printedIn = <R>(column: TableColumn<R>, row: R, print?: Print): string =>
  column.words?.(row) || printed(cellOf(column, row), print) || (column.none ?? '');

/**
 * Returns the totals row: sums of the columns, with 'Total' first. Null if no column has a sum, or if there are no
 * rows and no texts.
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
