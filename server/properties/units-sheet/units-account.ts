import { cellText } from '../../platform/sheets/cell-text.ts';
import type { MappedTable } from '../../platform/sheets/mapping/define-sheet.ts';
import type { Sheet } from '../../platform/sheets/sheet.types.ts';
import type { CoefficientTable, UnitsGiven } from './coefficient-table.types.ts';
import type { TableHeader } from './coefficient-table-header.ts';
import type { UnitRole, Unread } from './column-roles.ts';
import type { TableRows } from './unit-rows.ts';

/** Most sample values of a column; `SAMPLE_LENGTH` is the most characters of a sample. */
const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

/**
 * Returns the columns of a table of units for the report of an import: title, role (meaning), and source of
 * the role.
 */
export function sheetColumnsOf(
  { sheet, header }: MappedTable<UnitRole>,
  { columns }: UnitsGiven['reading'],
): CoefficientTable['sheetColumns'] {
  const byHand = new Set(columns?.map(({ column }) => column));
  const below = sheet.rows.filter(({ number }) => number > header.row);
  return header.labels.flatMap((label, column) => {
    const samples = new Set<string>();
    for (const row of below) {
      const text = cellText(row, column);
      if (text !== '') samples.add(text.slice(0, SAMPLE_LENGTH));
      if (samples.size === SAMPLES) break;
    }
    if (samples.size === 0 && label === '') return [];
    const by = byHand.has(column) ? 'hand' : header.remembered.has(column) ? 'before' : 'sheet';
    return [{ column, header: header.name(column), role: header.role(column), samples: [...samples], by }];
  });
}

/** Returns the filled columns of a table of units left unread, each with the reason. */
export function unreadColumns({
  sheet,
  header,
  drafts,
}: { sheet: Sheet; header: TableHeader } & Pick<TableRows, 'drafts'>): { column: number; unread: Unread }[] {
  const units = new Set(drafts.map(({ row }) => row));
  const filled = new Set<number>();
  for (const row of sheet.rows) {
    if (!units.has(row.number)) continue;
    for (const [column, cell] of row.cells.entries()) {
      if (cell.text.trim() !== '' || cell.uncalculated === true) filled.add(column);
    }
  }
  return [...header.unread].flatMap(([column, unread]) =>
    filled.has(column) ? [{ column, unread: unread as Unread }] : [],
  );
}
