import { formatCoefficient, fromNumber, type Nano } from '../../../shared/coefficient.ts';
import { type Day, shortDay } from '../../../shared/days.ts';
import { count, dateTime, percent } from '../../../shared/format.ts';
import { type Centavos, centavos, formatMoney, sumMoney } from '../../../shared/money.ts';

/** Values of cells by kind. A `number` names, a `count` counts; an instant is in epoch milliseconds. */
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
export type CellKind = keyof Contents;

/** Cell of a table or value of a fact. Null: no value. */
export type ReportCell = { [K in CellKind]: { kind: K; value: Contents[K] | null } }[CellKind];

/** Column for paper and workbook. */
export type TableColumn<R> = {
  title: string;
  /** Shorter title on paper. */
  short?: string;
  /** Width on paper, relative to the other columns. Undefined: only in the workbook. */
  width?: number;
  /** The workbook has the same data in separate columns. */
  paperOnly?: true;
  /** Printed text for a missing value. */
  none?: string;
  /** Printed text instead of the value, if the usual format would hide a difference. The workbook has the value. */
  words?: (row: R) => string;
  /** Small print below the value on paper. The workbook has a separate column. */
  small?: (row: R) => string;
} & {
  [K in CellKind]: {
    kind: K;
    value: (row: R) => Contents[K] | null;
    /** True for a sum below the rows, or the text in the totals row; a text is also shown without rows. */
    total?: (K extends 'count' | 'money' ? true : never) | string;
  };
}[CellKind];

/** Table description for paper and workbook. */
export interface Table<R> {
  /** Name of the sheet, and title on paper unless `title` is set. */
  name: string;
  title?: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  /** Sentence on paper for a table without rows. Default: the table is not printed. */
  empty?: string;
  /** Small note below the table on paper. */
  note?: string;
  /** Extra line across the table on paper after a row. Null: no line. */
  lineAfter?: (row: R) => string | null;
  /** True for rows to highlight in the workbook. A column gives the reason in words. */
  standsOut?: (row: R) => boolean;
  /** True if the workbook has no sheet of the table. */
  paperOnly?: true;
  /** Letter size on paper, in points. Smaller for tables with many columns. */
  size?: number;
}

/** Figure with a label: below the heading on paper, on a sheet of facts in the workbook. */
export type Fact = { label: string; paperOnly?: true; bookOnly?: true } & ReportCell;

export const textFact = (label: string, value: string | null): Fact => ({ label, kind: 'text', value });
export const countFact = (label: string, value: number): Fact => ({ label, kind: 'count', value });
/** @param value in the units of the table */
export const coefficientFact = (label: string, value: number): Fact => ({
  label,
  kind: 'coefficient',
  value: fromNumber(value),
});
export const moneyFact = (label: string, value: Centavos): Fact => ({ label, kind: 'money', value });
export const dayFact = (label: string, value: Day): Fact => ({ label, kind: 'day', value });
/** @param none text for a missing instant */
export const instantFact = (label: string, at: number | string | null, none: string): Fact =>
  at === null ? textFact(label, none) : { label, kind: 'instant', value: new Date(at).getTime() };

/** Restricts facts to the workbook. */
export const inBook = (facts: readonly Fact[]): Fact[] => facts.map((fact) => ({ ...fact, bookOnly: true }));

/** Printed formats of instants and amounts. */
export interface Print {
  clock: (at: number) => string;
  money: (amount: Centavos) => string;
}
export const usualPrint: Print = { clock: (at) => dateTime(new Date(at).toISOString()), money: formatMoney };

/** Formats a cell for print. */
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

export const cellOf = <R>({ kind, value }: TableColumn<R>, row: R): ReportCell =>
  ({ kind, value: value(row) }) as ReportCell;

/** Formats the cell of a column and row for print. */
export const printedIn = <R>(column: TableColumn<R>, row: R, print?: Print): string =>
  column.words?.(row) || printed(cellOf(column, row), print) || (column.none ?? '');

/** Totals row: sums of the columns, with 'Total' first. Null if no column has a sum. */
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
