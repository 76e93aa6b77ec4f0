import type { SheetAccount } from '../../../shared/sheet-account.ts';
import { cellText } from './cell-text.ts';
import { type Cell, columnLetter, type Sheet, type SheetRow } from './sheet.types.ts';

/** What a reader made of a column: read as something, or not read and why, in Spanish. */
export type ColumnFate = { as: string } | { reason: string };

/** What a reader made of a sheet whose table it read. */
export interface TableFate {
  /** Of the header's row, where the names of columns stand. */
  headerRow: number;
  /** By 0-based column; the header as found, where it is not the text of the header's row. */
  column: (column: number) => ColumnFate & { header?: string };
  /** Why a row below the header is none of the table's; null: it is. */
  row: (row: SheetRow) => string | null;
}

/** As many rows of one reason are named. */
const NAMED_ROWS = 20;
const ABOVE = 'Está sobre el encabezado de la tabla.';
const HIDDEN = 'La hoja está oculta. Si hace falta, muéstrela y cargue el archivo de nuevo.';
const HEADER = 'Es el encabezado de la tabla.';

/** Whether something stands in a cell: a formula without a value does. */
const isFilled = (cell: Cell): boolean => cell.text.trim() !== '' || cell.uncalculated === true;

/**
 * Accounts for every cell of a file: each one with something in it is counted once, read or under a reason.
 * @param fateOf of each sheet: what was made of its table, or why nothing of it was read
 */
export function accountOfSheets(
  sheets: readonly Sheet[],
  fateOf: (sheet: Sheet) => TableFate | string,
): SheetAccount {
  const told = sheets.map((sheet) => {
    const fate = fateOf(sheet);
    return typeof fate === 'string' ? unreadSheet(sheet, fate) : readSheet(sheet, fate);
  });
  for (const { name, cells } of sheets.flatMap(({ hidden }) => hidden ?? [])) {
    told.push({ name, cells, reason: HIDDEN, columns: [], rows: [] });
  }
  const read = told.flatMap(({ columns }) => columns.map(({ as, cells }) => (as === null ? 0 : cells)));
  return { cells: sumOf(told.map(({ cells }) => cells)), read: sumOf(read), sheets: told };
}

type SheetTold = SheetAccount['sheets'][number];

const filledIn = (row: SheetRow): number => row.cells.filter(isFilled).length;
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const unreadSheet = ({ name, rows }: Sheet, reason: string): SheetTold => ({
  ...{ name, reason, columns: [], rows: [] },
  cells: sumOf(rows.map(filledIn)),
});

function readSheet(sheet: Sheet, { headerRow, column: fateOfColumn, row: fateOfRow }: TableFate): SheetTold {
  const left = new Map<string, SheetTold['rows'][number]>();
  const inColumns: number[] = [];
  for (const row of sheet.rows) {
    const above = row.number === headerRow ? HEADER : ABOVE;
    const reason = row.number <= headerRow ? above : fateOfRow(row);
    if (reason === null) {
      for (const [column, cell] of row.cells.entries()) {
        if (isFilled(cell)) inColumns[column] = (inColumns[column] ?? 0) + 1;
      }
      continue;
    }
    const told = left.get(reason) ?? { reason, count: 0, first: [], cells: 0 };
    told.count += 1;
    told.cells += filledIn(row);
    if (told.first.length < NAMED_ROWS) told.first.push(row.number);
    left.set(reason, told);
  }
  const header = sheet.rows.find(({ number }) => number === headerRow);
  const columns = Array.from(inColumns, (cells = 0, column) => ({ cells, column })).flatMap(
    ({ cells, column }) => {
      if (cells === 0) return [];
      const { header: named, ...fate } = fateOfColumn(column);
      const inRow = header === undefined ? '' : cellText(header, column);
      return {
        ...{ letter: columnLetter(column), header: (named ?? inRow).slice(0, 120), cells },
        as: 'as' in fate ? fate.as : null,
        reason: 'reason' in fate ? fate.reason : null,
      };
    },
  );
  const cells = sumOf(sheet.rows.map(filledIn));
  return { name: sheet.name, cells, reason: null, columns, rows: [...left.values()] };
}
