import { formatCoefficient, fromNumber, type Nano } from '../../../shared/coefficient.ts';
import { type Day, shortDay } from '../../../shared/days.ts';
import { count, dateTime, percent } from '../../../shared/format.ts';
import { type Centavos, centavos, formatMoney, sumMoney } from '../../../shared/money.ts';

/** What cells hold, by their kind. A `number` names something, a `count` counts; an instant is epoch milliseconds. */
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

/** A cell of a table, or the value of a fact; null: there is none. */
export type ReportCell = { [K in CellKind]: { kind: K; value: Contents[K] | null } }[CellKind];

/** A column on paper and in the workbook alike. */
export type TableColumn<R> = {
  title: string;
  /** Its title on paper, which has less room. */
  short?: string;
  /** On paper, in proportion to the other columns; left out: the column stands in the workbook alone. */
  width?: number;
  /** The workbook says the same in columns of its own. */
  paperOnly?: true;
  /** What is printed where there is no value. */
  none?: string;
  /** Printed in place of the value, where its usual form would hide a difference; the workbook has the value. */
  words?: (row: R) => string;
  /** Small print below it on paper; the workbook has a column of its own for it. */
  small?: (row: R) => string;
} & {
  [K in CellKind]: {
    kind: K;
    value: (row: R) => Contents[K] | null;
    /** It is summed below the rows; or the word that stands there, also below no rows. */
    total?: (K extends 'count' | 'money' ? true : never) | string;
  };
}[CellKind];

/** A table, said once for paper and workbook. */
export interface Table<R> {
  /** The sheet's name, and the title on paper where `title` says no other. */
  name: string;
  title?: string;
  columns: readonly TableColumn<R>[];
  rows: readonly R[];
  /** A sentence on paper instead of a table without rows; left out: nothing is printed of such a table. */
  empty?: string;
  /** What is said below the table on paper, in small letters. */
  note?: string;
  /** A line of its own across the table on paper after a row; null where there is none. */
  lineAfter?: (row: R) => string | null;
  /** Rows that stand out in the workbook; a column says in words why. */
  standsOut?: (row: R) => boolean;
  /** The workbook has no sheet of it. */
  paperOnly?: true;
  /** Of the letters on paper, in points: a table of many columns has smaller ones. */
  size?: number;
}

/** A figure beside its name: on paper below the heading, in the workbook on a sheet of such. */
export type Fact = { label: string; paperOnly?: true; bookOnly?: true } & ReportCell;

export const textFact = (label: string, value: string | null): Fact => ({ label, kind: 'text', value });
export const countFact = (label: string, value: number): Fact => ({ label, kind: 'count', value });
/** @param value in the table's own units */
export const coefficientFact = (label: string, value: number): Fact => ({
  label,
  kind: 'coefficient',
  value: fromNumber(value),
});
export const moneyFact = (label: string, value: Centavos): Fact => ({ label, kind: 'money', value });
export const dayFact = (label: string, value: Day): Fact => ({ label, kind: 'day', value });
/** @param none what is said where it never was */
export const instantFact = (label: string, at: number | string | null, none: string): Fact =>
  at === null ? textFact(label, none) : { label, kind: 'instant', value: new Date(at).getTime() };

/** Facts that stand in the workbook alone. */
export const inBook = (facts: readonly Fact[]): Fact[] => facts.map((fact) => ({ ...fact, bookOnly: true }));

/** How instants and amounts are printed. */
export interface Print {
  clock: (at: number) => string;
  money: (amount: Centavos) => string;
}
export const usualPrint: Print = { clock: (at) => dateTime(new Date(at).toISOString()), money: formatMoney };

/** A cell as it is printed. */
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

/** A cell of a row as it is printed. */
export const printedIn = <R>(column: TableColumn<R>, row: R, print?: Print): string =>
  column.words?.(row) || printed(cellOf(column, row), print) || (column.none ?? '');

/** The line below a table's rows: the sums of its columns, 'Total' in the first; null where none is summed. */
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
