import type {
  MonthReading,
  MonthReport,
  SheetAsk,
  SheetColumn,
} from '../../../../shared/billing/drafts.api.ts';
import { defined } from '../../../../shared/defined.ts';

type ReportColumn = MonthReport['columns'][number];

/** Converts a column of the reading to the form of the request, without cell contents. */
const asSent = ({ column, role, concept, nature }: ReportColumn): SheetColumn =>
  role === 'charge'
    ? {
        column,
        role,
        ...defined({ concept, nature }),
      }
    : { column, role };

/**
 * Returns the columns of the spreadsheet to show while the server reads the file again: columns of the last
 * reading, with the user's latest choices of roles.
 * @param report last reading
 * @param chosen columns chosen by the user; undefined before the first choice
 */
export function shownColumns(report: MonthReport, chosen: MonthReading['columns']): readonly ReportColumn[] {
  if (chosen === undefined) return report.columns;
  const byColumn = new Map(chosen.map((one) => [one.column, one]));
  return report.columns.map((column) => {
    const own = byColumn.get(column.column);
    if (own === undefined || own.role !== 'charge') return { ...column, ...own };
    // The server finds the missing values and returns them with the next answer.
    return { ...column, ...own, concept: own.concept ?? column.concept, nature: own.nature ?? column.nature };
  });
}

/**
 * Returns the user's choices of column roles after another change, to send with the next reading of the
 * spreadsheet. A second column with the role total replaces the first.
 * @param chosen choices so far; undefined before the first choice
 * @param column index of the changed column, from 0
 * @param shown columns on the screen
 */
export function changedColumns(
  chosen: MonthReading['columns'],
  shown: readonly ReportColumn[],
  column: number,
  change: Partial<Pick<SheetColumn, 'role' | 'concept' | 'nature'>>,
): SheetColumn[] {
  const before = shown.find((one) => one.column === column);
  if (before === undefined) return chosen ?? [];
  return [...(chosen ?? []).filter((one) => one.column !== column), asSent({ ...before, ...change })];
}

/**
 * Turns the user's answer to a question about a month's spreadsheet into changed options for the next
 * reading: a column role, a sheet, the due date …
 * @param reading options so far
 * @param shown columns on the screen
 */
export function answered(
  reading: MonthReading,
  shown: readonly ReportColumn[],
  { column = null }: Partial<Pick<SheetAsk, 'column'>>,
  { label: _label, role, concept, columns, ...sheet }: SheetAsk['choices'][number],
): Partial<MonthReading> {
  if (columns !== undefined) {
    const change = (chosen: MonthReading['columns'], { column: at, role: changed }: SheetColumn) =>
      changedColumns(chosen, shown, at, { role: changed });
    return { columns: columns.reduce(change, reading.columns) };
  }
  if (column === null || role === undefined) return sheet;
  const named = concept === undefined ? {} : { concept };
  return { columns: changedColumns(reading.columns, shown, column, { role, ...named }) };
}

/**
 * Returns the options to read another sheet of the file. Clears the answers about the former sheet: another sheet has
 * other columns, rows and neighbour sheets.
 * @param sheet name of the other sheet
 */
export const onSheet = (sheet: string): Partial<MonthReading> => ({
  sheet,
  headerRow: undefined,
  columns: undefined,
  joinSheets: undefined,
  skipSheets: undefined,
  dayOrder: undefined,
  equalRows: undefined,
  hiddenRows: undefined,
  dueRows: undefined,
  chargedConcepts: undefined,
});
