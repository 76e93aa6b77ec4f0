import { EMPTY } from './cell.ts';
import { Collector, tooWide } from './collector.ts';
import { SheetError } from './error.ts';
import { sheetLimits } from './limits.ts';
import type { Cell, Sheet, SheetRow } from './sheet.types.ts';
import { tooLarge } from './unpack.ts';

/** Merged range of cells: rows from 1, columns from 0, both ends included. */
export interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Counter for all cells of a workbook, including empty formatted cells. */
interface CellCount {
  cells: number;
}

/**
 * Cells of a sheet during reading, for all file formats. Hidden rows and columns are read too: mostly a
 * filter was forgotten, and a missing unit would change every result. In a merged range, cells below the
 * first repeat the value (a tower beside the units), and cells to the right are empty (a title over the
 * table).
 */
export class CellGrid {
  readonly merges: Range[] = [];
  /** Hidden columns (from 0) and rows (from 1), also without cells. */
  readonly hidden = { columns: new Set<number>(), rows: new Set<number>() };
  readonly #rows = new Map<number, Cell[]>();
  readonly #count: CellCount;
  readonly #beyond: (row: number, column: number) => void;

  /** @param beyond called for each filled cell to the right of the last allowed column */
  constructor(count: CellCount, beyond: (row: number, column: number) => void) {
    this.#count = count;
    this.#beyond = beyond;
  }

  /**
   * Counts a cell of the file, filled or not.
   * @throws SheetError above the limit
   */
  countCell(): void {
    this.#count.cells += 1;
    if (this.#count.cells > sheetLimits.xmlCells) throw tooLarge();
  }

  put(number: number, column: number, cell: Cell): void {
    if (!isFilled(cell)) return;
    if (column >= sheetLimits.columns) {
      this.#beyond(number, column);
      return;
    }
    const row = this.#rows.get(number) ?? [];
    this.#rows.set(number, row);
    while (row.length < column) row.push(EMPTY);
    row[column] = cell;
  }

  /** Returns the rows with cells, top to bottom, with the merged ranges filled. */
  finish(): SheetRow[] {
    applyMerges(this.#rows, this.merges);
    return [...this.#rows].map(([number, cells]) => ({ number, cells })).sort((a, b) => a.number - b.number);
  }
}

/** True for a valid row number of a spreadsheet: a whole number from 1 to the last row of Excel. */
export const isRowNumber = (number: number): boolean =>
  number >= 1 && number <= sheetLimits.lastRow && Number.isInteger(number);

/** Sheet of a workbook file, with the function to read the cells into a grid. */
export interface BookSheet {
  name: string;
  isHidden: boolean;
  read: (grid: CellGrid) => void;
}

/**
 * Reads the sheets of a workbook. Skips and counts hidden sheets: people store old tables and lists there.
 * @throws SheetError if no sheet is visible or filled, or above the limits
 */
export function readBookSheets(tables: readonly BookSheet[]): Sheet[] {
  if (!tables.some(({ isHidden }) => !isHidden)) {
    throw new SheetError(
      'sheetEmpty',
      'El libro no tiene hojas visibles. Muestre la hoja con la tabla, guarde el archivo y vuelva a subirlo.',
    );
  }
  const collector = new Collector();
  const hidden: { name: string; cells: number }[] = [];
  const count = { cells: 0 };
  const unseen = new Map<string, CellGrid['hidden']>();
  for (const { name, isHidden, read } of tables) {
    if (isHidden) {
      let cells = 0;
      const grid = new CellGrid(count, () => {
        cells += 1;
      });
      read(grid);
      for (const row of grid.finish()) cells += row.cells.filter(isFilled).length;
      if (cells > 0) hidden.push({ name, cells });
      continue;
    }
    collector.startSheet(name);
    const grid = new CellGrid(count, (row, column) => {
      throw tooWide(name, row, column);
    });
    read(grid);
    for (const row of grid.finish()) collector.addRow(row.number, row.cells);
    unseen.set(name, grid.hidden);
  }
  const sheets = collector.finish();
  for (const sheet of sheets) {
    const { columns, rows } = unseen.get(sheet.name) ?? {};
    if (columns !== undefined && columns.size > 0) sheet.hiddenColumns = [...columns];
    const filled = sheet.rows.flatMap(({ number }) => (rows?.has(number) ? [number] : []));
    if (filled.length > 0) sheet.hiddenRows = filled;
  }
  const [first] = sheets;
  if (first !== undefined && hidden.length > 0) first.hidden = hidden;
  return sheets;
}

/** True if a cell has content or an uncomputed formula. */
const isFilled = ({ text, uncalculated }: Cell): boolean => text.trim() !== '' || uncalculated === true;

/** Fills merged ranges of cells: repeats the first cell downwards, empties the others. */
function applyMerges(rows: Map<number, Cell[]>, merges: readonly Range[]): void {
  let touched = 0;
  for (const { top, bottom, left, right } of merges) {
    const first = rows.get(top)?.[left] ?? EMPTY;
    const repeated: Cell = { ...first, merged: true };
    const isRepeated = isFilled(first);
    // A range may cover the whole sheet: an empty range only affects existing rows.
    const isLong = !isRepeated && bottom - top > rows.size;
    const numbers = isLong ? [...rows.keys()].filter((at) => at >= top && at <= bottom) : null;
    for (let i = 0; i < (numbers?.length ?? bottom - top + 1); i += 1) {
      touched += 1;
      if (touched > sheetLimits.xmlCells) throw tooLarge();
      const number = numbers?.[i] ?? top + i;
      let row = rows.get(number);
      if (row === undefined) {
        if (!isRepeated) continue;
        row = [];
        rows.set(number, row);
      }
      const from = number === top ? left + 1 : left;
      for (let column = from; column <= right && column < row.length; column += 1) row[column] = EMPTY;
      if (number === top || !isRepeated) continue;
      while (row.length < left) row.push(EMPTY);
      row[left] = repeated;
    }
  }
}
