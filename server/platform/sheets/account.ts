import type { SheetAccount } from '../../../shared/sheet-account.ts';
import { cellText } from './cell-text.ts';
import { type Cell, columnLetter, type Sheet, type SheetRow } from './sheet.types.ts';

/**
 * Answer to 'was the column read?' for a column of an uploaded sheet: read with the Spanish meaning `as`
 * ('coeficiente'), or not read, with the Spanish `reason`.
 */
export type ColumnFate = { as: string } | { reason: string };

/**
 * Answers to 'was the cell read?' for a sheet with a table, by column and row. Input of `accountOfSheets`.
 */
export interface TableFate {
  /** Row number of the table's header. */
  headerRow: number;
  /**
   * Tells if a column (from 0) was read. `header` is set if the name differs from the text of the header
   * row.
   */
  column: (column: number) => ColumnFate & { header?: string };
  /** Returns the Spanish reason for skipping a row below the header; null for a read row. */
  row: (row: SheetRow) => string | null;
}

/** Most rows named for a reason in the account of a file. */
const NAMED_ROWS = 20;
const ABOVE = 'Está sobre el encabezado de la tabla.';
const HIDDEN = 'La hoja está oculta. Si hace falta, muéstrela y cargue el archivo de nuevo.';
const HEADER = 'Es el encabezado de la tabla.';

/** True if a cell has content, including a formula without a computed value. */
const isFilled = (cell: Cell): boolean =>
  cell.made !== true && (cell.text.trim() !== '' || cell.uncalculated === true);

/**
 * Tells for every filled cell of an uploaded file if the cell was read, or the reason for skipping. Shown
 * to the user after an import, so no cell is ignored silently.
 * @param fateOf returns the answers for a sheet with a table, or the Spanish reason for skipping the whole
 * sheet
 */
export function accountOfSheets(
  sheets: readonly Sheet[],
  fateOf: (sheet: Sheet) => TableFate | string,
): SheetAccount {
  const accounts = sheets.map((sheet) => {
    const fate = fateOf(sheet);
    return typeof fate === 'string' ? unreadSheet(sheet, fate) : readSheet(sheet, fate);
  });
  for (const { name, cells } of sheets.flatMap(({ hidden }) => hidden ?? [])) {
    accounts.push({ name, cells, reason: HIDDEN, columns: [], rows: [] });
  }
  const read = accounts.flatMap(({ columns }) => columns.map(({ as, cells }) => (as === null ? 0 : cells)));
  return { cells: sumOf(accounts.map(({ cells }) => cells)), read: sumOf(read), sheets: accounts };
}

type SheetTold = SheetAccount['sheets'][number];

const filledIn = (row: SheetRow): number => row.cells.filter(isFilled).length;
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

const cellsOf = ({ rows, aside = [] }: Sheet): number =>
  sumOf([...rows.map(filledIn), ...aside.map(({ cells }) => cells)]);

const unreadSheet = (sheet: Sheet, reason: string): SheetTold => ({
  name: sheet.name,
  reason,
  columns: [],
  rows: [],
  cells: cellsOf(sheet),
});

function readSheet(sheet: Sheet, { headerRow, column: fateOfColumn, row: fateOfRow }: TableFate): SheetTold {
  const left = new Map<string, SheetTold['rows'][number]>();
  const leave = (row: number, cells: number, reason: string) => {
    const ofReason = left.get(reason) ?? { reason, count: 0, first: [], cells: 0 };
    ofReason.count += 1;
    ofReason.cells += cells;
    if (ofReason.first.length < NAMED_ROWS) ofReason.first.push(row);
    left.set(reason, ofReason);
  };
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
    if (!row.cells.some(({ made }) => made) || filledIn(row) > 0) leave(row.number, filledIn(row), reason);
  }
  for (const { row, cells, reason } of sheet.aside ?? []) leave(row, cells, reason);
  const header = sheet.rows.find(({ number }) => number === headerRow);
  const columns = Array.from(inColumns, (cells = 0, column) => ({ cells, column })).flatMap(
    ({ cells, column }) => {
      if (cells === 0) return [];
      const { header: named, ...fate } = fateOfColumn(column);
      const inRow = header === undefined ? '' : cellText(header, column);
      return {
        letter: columnLetter(column),
        header: (named ?? inRow).slice(0, 120),
        cells,
        as: 'as' in fate ? fate.as : null,
        reason: 'reason' in fate ? fate.reason : null,
      };
    },
  );
  return { name: sheet.name, cells: cellsOf(sheet), reason: null, columns, rows: [...left.values()] };
}
