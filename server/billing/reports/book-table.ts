import type { Content } from 'pdfmake/interfaces.js';
import type { Day } from '../../../shared/days.ts';
import { count } from '../../../shared/format.ts';
import { type Centavos, centavos, formatMoney, sumMoney, toPesos } from '../../../shared/money.ts';
import { type ReportColumn, reportTable } from '../../platform/documents/report-table.ts';
import { textWidth } from '../../platform/documents/text-width.ts';
import {
  type CellContent,
  type SheetColumn,
  tableSheet,
  type WorkbookSheet,
} from '../../platform/documents/workbook.ts';

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
  | { kind: 'number'; value: (row: R) => number | null }
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

/** On paper, its sums in a line below it. Figures stay whole: letters get smaller before one is broken. */
export function tableOnPaper<R>(
  { name, columns, rows, empty }: BookTable<R>,
  { width, size = SIZE }: { width: number; size?: number },
): Content {
  const shown = columns.filter((column) => column.width > 0);
  const sums = totalsOf(shown, rows, (column, sum) =>
    column.kind === 'money' ? formatMoney(centavos(sum)) : count(sum),
  );
  const fitted = fitColumns(shown, rows, sums.totals ?? [], { width, size });
  return reportTable<R>({
    title: name,
    width,
    empty,
    rows,
    size: fitted.size,
    columns: shown.map((column, i): ReportColumn<R> => {
      const { title, small } = column;
      return {
        title,
        width: fitted.widths[i] ?? 0,
        align: column.kind === 'text' || column.kind === 'number' || column.kind === 'day' ? 'left' : 'right',
        cell: (row) => ({
          text: onPaper(column, row),
          ...(small !== undefined && { small: small(row) }),
        }),
      };
    }),
    ...sums,
  });
}

const SIZE = 8.5;
const SMALLEST = 5.5;
/** Left and right of a cell's text, in points, with a little to spare. */
const AROUND = 9;
/** What a column of texts needs to be read, in letters of the table's size. */
const READABLE = 7;

/** Widths in points: figures have what their longest needs, texts share the rest. */
function fitColumns<R>(
  columns: readonly BookColumn<R>[],
  rows: readonly R[],
  totals: readonly string[],
  { width, size }: { width: number; size: number },
): { widths: number[]; size: number } {
  const longest = columns.map((column, i) => {
    if (column.kind === 'text') return 0;
    const widest = rows.reduce((most, row) => Math.max(most, textWidth(onPaper(column, row), 1, false)), 0);
    // A word of its title is not broken either.
    const words = column.title.split(' ').map((word) => textWidth(word, 1, true));
    return Math.max(widest, textWidth(totals[i] ?? '', 1, true), ...words);
  });
  const shares = columns.reduce((sum, column) => sum + column.width, 0);
  const texts = columns.reduce((sum, { kind, width: share }) => sum + (kind === 'text' ? share : 0), 0);
  for (let at = size; ; at -= 0.5) {
    const needed = longest.map((most) => (most === 0 ? 0 : most * at + AROUND));
    const left = width - needed.reduce((sum, one) => sum + one, 0);
    const enough = left >= columns.filter(({ kind }) => kind === 'text').length * at * READABLE;
    if (!enough && at > SMALLEST) continue;
    const spare = Math.max(left - (texts / shares) * width, 0);
    const figures = columns.filter(({ kind }) => kind !== 'text').length;
    return {
      size: at,
      widths: columns.map(({ kind, width: share }, i) =>
        kind === 'text'
          ? (share / Math.max(texts, 1)) * Math.max(left - spare, at * READABLE)
          : (needed[i] ?? 0) + spare / figures,
      ),
    };
  }
}

/** As a sheet of the workbook, numbers as numbers, its sums below it. */
export function tableInWorkbook<R>({ name, columns, rows }: BookTable<R>): WorkbookSheet {
  const kept = columns.filter((column) => column.paperOnly === undefined);
  return tableSheet<R>({
    name,
    rows,
    columns: kept.map(
      (column): SheetColumn<R> => ({
        title: column.title,
        kind: column.kind === 'number' ? 'count' : column.kind,
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
  if (column.kind === 'number') return String(column.value(row) ?? '');
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
