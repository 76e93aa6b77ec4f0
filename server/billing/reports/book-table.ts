import type { Content } from 'pdfmake/interfaces.js';
import type { Day } from '../../../shared/days.ts';
import { count } from '../../../shared/format.ts';
import { type Centavos, centavos, formatMoney, sumMoney, toPesos } from '../../../shared/money.ts';
import { type ReportColumn, reportTable } from '../../reports/report-table.ts';
import { type CellContent, type Sheet, type SheetColumn, tableSheet } from '../../reports/workbook.ts';

/** A column of a report's table, on paper and in the workbook alike. */
export type BookColumn<R> = {
  title: string;
  /** In proportion to the other columns of the page; 0: in the workbook alone. */
  width: number;
  /** Small print below it on paper; the workbook has a column of its own for it. */
  small?: (row: R) => string;
  /** It stands on paper alone: the workbook says the same in columns of its own. */
  paperOnly?: true;
} & (
  | { kind: 'text'; value: (row: R) => string | null }
  | { kind: 'count'; value: (row: R) => number; total?: true }
  | { kind: 'money'; value: (row: R) => Centavos | null; total?: true }
  | { kind: 'day'; value: (row: R) => Day | null }
);

export interface BookTable<R> {
  /** The sheet's name, and the table's title on paper. */
  name: string;
  columns: readonly BookColumn<R>[];
  rows: readonly R[];
  /** What is said on paper of a table without rows. */
  empty: string;
}

/** '31/05/2026' */
export const shortDay = (day: Day): string => day.split('-').reverse().join('/');

/** On paper, its sums in a line below it. */
export function tableOnPaper<R>(
  { name, columns, rows, empty }: BookTable<R>,
  { width, size }: { width: number; size?: number },
): Content {
  const shown = columns.filter((column) => column.width > 0);
  return reportTable<R>({
    title: name,
    width,
    empty,
    rows,
    ...(size !== undefined && { size }),
    columns: shown.map((column): ReportColumn<R> => {
      const { title, small } = column;
      return {
        title,
        width: column.width,
        align: column.kind === 'text' || column.kind === 'day' ? 'left' : 'right',
        cell: (row) => ({
          text: onPaper(column, row),
          ...(small !== undefined && { small: small(row) }),
        }),
      };
    }),
    ...totalsOf(shown, rows, (column, sum) =>
      column.kind === 'money' ? formatMoney(centavos(sum)) : count(sum),
    ),
  });
}

/** As a sheet of the workbook, numbers as numbers, its sums below it. */
export function tableInWorkbook<R>({ name, columns, rows }: BookTable<R>): Sheet {
  const kept = columns.filter((column) => column.paperOnly === undefined);
  return tableSheet<R>({
    name,
    rows,
    columns: kept.map(
      (column): SheetColumn<R> => ({
        title: column.title,
        kind: column.kind,
        value: (row) => inWorkbook(column, row),
      }),
    ),
    ...totalsOf(kept, rows, (column, sum) => (column.kind === 'money' ? toPesos(centavos(sum)) : sum)),
  });
}

function onPaper<R>(column: BookColumn<R>, row: R): string {
  if (column.kind === 'count') return count(column.value(row));
  if (column.kind === 'money') {
    const amount = column.value(row);
    return amount === null ? '' : formatMoney(amount);
  }
  const text = column.value(row);
  return column.kind === 'day' && text !== null ? shortDay(text) : (text ?? '');
}

function inWorkbook<R>(column: BookColumn<R>, row: R): CellContent {
  if (column.kind !== 'money') return column.value(row);
  const amount = column.value(row);
  return amount === null ? null : toPesos(amount);
}

/** A line of totals where any column has one, 'Total' before the first of them. */
function totalsOf<R, T extends CellContent>(
  columns: readonly BookColumn<R>[],
  rows: readonly R[],
  say: (column: BookColumn<R>, sum: number) => T,
): { totals?: (T | '' | 'Total')[] } {
  if (rows.length === 0 || !columns.some((column) => 'total' in column)) return {};
  return {
    totals: columns.map((column, i) => {
      if (!('total' in column)) return i === 0 ? 'Total' : '';
      if (column.kind === 'count')
        return say(
          column,
          rows.reduce((sum, row) => sum + column.value(row), 0),
        );
      return say(column, sumMoney(rows.flatMap((row) => column.value(row) ?? [])));
    }),
  };
}
