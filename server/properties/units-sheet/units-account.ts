import { unitColumnWords } from '../../../shared/properties/units-reading.ts';
import type { SheetAccount } from '../../../shared/sheet-account.ts';
import { accountOfSheets, type ColumnFate } from '../../platform/sheets/account.ts';
import { cellText } from '../../platform/sheets/cell-text.ts';
import { columnLetter, type Sheet } from '../../platform/sheets/sheet.types.ts';
import type { CoefficientTable, UnitsGiven } from './coefficient-table.types.ts';
import type { FoundTable, TableHeader } from './coefficient-table-header.ts';
import { type ColumnRole, headerKey } from './column-roles.ts';
import type { ChosenTable } from './tables.ts';
import type { TableRows } from './unit-rows.ts';

type ReadTable = ChosenTable & TableRows & { header: TableHeader };

/** Maximum number and length of sample values per column. */
const SAMPLES = 3;
const SAMPLE_LENGTH = 60;

/** Columns of a read table, with role and source of the role. */
export function sheetColumnsOf(
  { sheet, found }: ChosenTable,
  { reading, remembered }: UnitsGiven,
): CoefficientTable['sheetColumns'] {
  const byHand = new Set(reading.columns?.map(({ column }) => column));
  const before = new Set(remembered.map(({ header }) => headerKey(header)));
  const below = sheet.rows.filter(({ number }) => number > found.row);
  return found.roles.flatMap(({ role }, column) => {
    const samples = new Set<string>();
    for (const row of below) {
      const text = cellText(row, column);
      if (text !== '') samples.add(text.slice(0, SAMPLE_LENGTH));
      if (samples.size === SAMPLES) break;
    }
    const header = found.labels[column] ?? '';
    if (samples.size === 0 && header === '') return [];
    const isBefore = header !== '' && before.has(headerKey(header));
    return [
      {
        column,
        header: header || columnLetter(column),
        role,
        samples: [...samples],
        by: byHand.has(column) ? ('hand' as const) : isBefore ? ('before' as const) : ('sheet' as const),
      },
    ];
  });
}

/** Columns with content that were not read, with the reason. */
export function unreadColumns({
  sheet,
  header,
  drafts,
}: ReadTable): { column: number; unread: NonNullable<ColumnRole['unread']> }[] {
  const units = new Set(drafts.map(({ row }) => row));
  const filled = new Set<number>();
  for (const row of sheet.rows) {
    if (!units.has(row.number)) continue;
    for (const [column, cell] of row.cells.entries()) {
      if (cell.text.trim() !== '' || cell.uncalculated === true) filled.add(column);
    }
  }
  return header.roles.flatMap(({ unread }, column) =>
    unread !== undefined && filled.has(column) ? [{ column, unread }] : [],
  );
}

const reasons: Record<NonNullable<ColumnRole['unread']>, string> = {
  coefficient: 'Se usó otra columna como coeficiente.',
  contact: 'No es del propietario.',
  aside: 'No hace falta.',
  other: 'No se sabe qué contiene.',
};

/** Account of all cells of a file. */
export function accountOfUnits(
  all: readonly FoundTable[],
  read: readonly (ReadTable | null)[],
): SheetAccount {
  const tables = new Map(read.flatMap((table) => (table === null ? [] : [[table.index, table] as const])));
  const sheets = all.map(({ name, sheet }): Sheet => ({ name, rows: sheet.rows }));
  const places = new Map(sheets.map((sheet, index) => [sheet, index]));
  return accountOfSheets(sheets, (sheet) => {
    const index = places.get(sheet) ?? -1;
    const table = tables.get(index);
    if (table === undefined) {
      const hasTable = all[index]?.header != null;
      return hasTable ? 'Tiene una tabla que no se leyó.' : 'No tiene una tabla de inmuebles.';
    }
    const { header, left } = table;
    return {
      headerRow: header.row,
      column: (column): ColumnFate & { header: string } => ({
        header: header.labels[column] ?? '',
        ...fateOf(header.roles[column]),
      }),
      row: ({ number }) => left.get(number) ?? null,
    };
  });
}

function fateOf(found: ColumnRole | undefined): ColumnFate {
  if (found === undefined || found.role === 'ignore') return { reason: reasons[found?.unread ?? 'other'] };
  return { as: unitColumnWords[found.role] };
}
