import type { ReportPreview } from '../../../shared/reports/jobs.api.ts';
import {
  type CellKind,
  cellOf,
  printed,
  printedIn,
  type Table,
  type TableColumn,
  totalsOf,
} from './table.ts';

/** Table in the preview of a report on screen: column titles, and rows of texts. */
export type PreviewTable = ReportPreview['tables'][number];

const FIGURE_KINDS: ReadonlySet<CellKind> = new Set(['count', 'coefficient', 'percent', 'money']);

/** True if a column appears on paper and on screen, not only in the workbook. */
export const isShown = ({ width }: Pick<TableColumn<never>, 'width'>): boolean => width !== undefined;

/**
 * Converts a report's table to texts for the screen, with the columns of the paper only. An amount of 0
 * becomes '–', so debts are easy to see.
 */
export function tableOnScreen<R>({ name, title = name, columns, rows, empty = '' }: Table<R>): PreviewTable {
  const shown = columns.filter(isShown);
  const textOf = (column: TableColumn<R>, row: R): string => {
    const cell = cellOf(column, row);
    if (cell.kind === 'money' && cell.value === 0) return '–';
    return printedIn(column, row);
  };
  return {
    name: title,
    columns: shown.map((column) => ({ title: column.title, isFigure: FIGURE_KINDS.has(column.kind) })),
    rows: rows.map((row) =>
      shown.map((column) => {
        const small = column.small?.(row) ?? '';
        return { text: textOf(column, row), ...(small !== '' && { small }) };
      }),
    ),
    totals: totalsOf(shown, rows)?.map((cell) => printed(cell)) ?? null,
    empty,
  };
}
