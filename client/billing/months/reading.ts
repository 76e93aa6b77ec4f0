import type { MonthReport, Reading, SheetColumn } from '../../../shared/billing/drafts.api.ts';

type ReportColumn = MonthReport['columns'][number];

/** A column as it is sent back: what it is, without what the sheet shows of it. */
const asSent = ({ column, role, concept, nature }: ReportColumn): SheetColumn =>
  role === 'charge'
    ? {
        column,
        role,
        ...(concept === undefined ? {} : { concept }),
        ...(nature === undefined ? {} : { nature }),
      }
    : { column, role };

/** The columns as they are shown while the sheet is read again: what was just chosen over what was read. */
export function shownColumns(report: MonthReport, chosen: Reading['columns']): readonly ReportColumn[] {
  if (chosen === undefined) return report.columns;
  const byColumn = new Map(chosen.map((one) => [one.column, one]));
  return report.columns.map((column) => {
    const own = byColumn.get(column.column);
    if (own === undefined || own.role !== 'charge') return { ...column, ...own };
    // What was left out is found by the server, which tells it with the next answer.
    return { ...column, ...own, concept: own.concept ?? column.concept, nature: own.nature ?? column.nature };
  });
}

/** All columns as they stand, one of them changed. */
export function changedColumns(
  columns: readonly ReportColumn[],
  column: number,
  change: Partial<Pick<SheetColumn, 'role' | 'concept' | 'nature'>>,
): SheetColumn[] {
  return columns.map((one) => asSent(one.column === column ? { ...one, ...change } : one));
}
