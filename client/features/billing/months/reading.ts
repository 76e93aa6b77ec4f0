import type { MonthReport, Reading, SheetAsk, SheetColumn } from '../../../../shared/billing/drafts.api.ts';

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

/**
 * The columns that were changed by hand, with one more change. The others are found anew: a second column that is
 * called the total takes the guessed one's place.
 */
export function changedColumns(
  chosen: Reading['columns'],
  shown: readonly ReportColumn[],
  column: number,
  change: Partial<Pick<SheetColumn, 'role' | 'concept' | 'nature'>>,
): SheetColumn[] {
  const before = shown.find((one) => one.column === column);
  if (before === undefined) return chosen ?? [];
  return [...(chosen ?? []).filter((one) => one.column !== column), asSent({ ...before, ...change })];
}

/** What a choice changes of the reading. */
export function answered(
  reading: Reading,
  shown: readonly ReportColumn[],
  { column }: Pick<SheetAsk, 'column'>,
  { label: _label, role, concept, ...sheet }: SheetAsk['choices'][number],
): Partial<Reading> {
  if (column === null || role === undefined) return sheet;
  const named = concept === undefined ? {} : { concept };
  return { columns: changedColumns(reading.columns, shown, column, { role, ...named }) };
}
