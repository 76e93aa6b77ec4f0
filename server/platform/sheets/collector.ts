import { SheetError } from './error.ts';
import { sheetLimits } from './limits.ts';
import { type Cell, columnLetter, type Sheet } from './sheet.types.ts';

/**
 * Collects the rows of an uploaded file during reading. Skips empty rows and sheets, and throws a
 * SheetError above a limit.
 */
export class Collector {
  private readonly sheets: Sheet[] = [];
  private rows = 0;
  private cells = 0;
  private characters = 0;

  startSheet(name: string): void {
    this.sheets.push({ name, rows: [] });
  }

  /**
   * Adds a row to the present sheet.
   * @throws SheetError as soon as a limit is exceeded
   */
  addRow(number: number, cells: Cell[]): void {
    let last = cells.length;
    while (last > 0 && isEmptyCell(cells[last - 1])) last--;
    if (last === 0) return;
    if (++this.rows > sheetLimits.rows) throw tooManyRows();
    this.cells += last;
    if (last > sheetLimits.columns) throw tooWide(this.sheets.at(-1)?.name ?? '', number, last - 1);
    if (this.cells > sheetLimits.cells) throw tooManyCells();
    for (let column = 0; column < last; column++) {
      const length = cells[column]?.text.length ?? 0;
      this.characters += length;
      if (length > sheetLimits.cellCharacters || this.characters > sheetLimits.characters) {
        throw tooMuchText(number, column);
      }
    }
    this.sheets.at(-1)?.rows.push({ number, cells: cells.slice(0, last) });
  }

  /**
   * Returns the sheets with content.
   * @throws SheetError if all sheets are empty
   */
  finish(): Sheet[] {
    const filled = this.sheets.filter((sheet) => sheet.rows.length > 0);
    if (filled.length === 0) {
      throw new SheetError(
        'sheetEmpty',
        'El archivo no tiene datos. Revise que sea el archivo correcto y vuelva a subirlo.',
      );
    }
    return filled;
  }
}

function isEmptyCell(cell: Cell | undefined): boolean {
  return !cell || (cell.text.trim() === '' && !cell.uncalculated);
}

function tooManyRows(): SheetError {
  const most = sheetLimits.rows.toLocaleString('es-CO');
  return new SheetError(
    'sheetTooManyRows',
    `El archivo tiene más de ${most} filas. Deje solo la tabla que va a importar, o divídala en varios archivos.`,
  );
}

/**
 * Returns the error for a sheet with more than 256 columns. The sentence names the cell, often a stray cell
 * far to the right.
 */
export function tooWide(sheet: string, row: number, column: number): SheetError {
  return new SheetError(
    'sheetTooLarge',
    `La hoja «${sheet}» tiene datos más allá de la columna ${columnLetter(sheetLimits.columns - 1)} (celda ${columnLetter(column)}${row}). Bórrelos, u oculte esa hoja si no es la de la tabla, y vuelva a subir el archivo.`,
  );
}

function tooManyCells(): SheetError {
  return new SheetError(
    'sheetTooLarge',
    'El archivo tiene demasiadas celdas con datos. Deje solo las columnas de la tabla, o divídala en varios archivos, y vuelva a subirlo.',
  );
}

function tooMuchText(row: number, column: number): SheetError {
  return new SheetError(
    'sheetTooLarge',
    `El archivo tiene demasiado texto (fila ${row}, columna ${columnLetter(column)}). Deje solo la tabla que va a importar y vuelva a subirlo.`,
  );
}
