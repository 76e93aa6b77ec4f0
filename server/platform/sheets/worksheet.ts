import { EMPTY, type NumberFormat, numberCell, writtenDate } from './cell.ts';
import { damaged } from './error.ts';
import { sheetLimits } from './limits.ts';
import type { Cell, SheetRow } from './sheet.types.ts';
import { tooLarge } from './unpack.ts';
import { walkXml } from './xml.ts';

/** Data of a workbook needed to read cells: shared texts and number formats. */
export interface BookParts {
  strings: readonly string[];
  /** Number formats by the style number of a cell. */
  formats: readonly NumberFormat[];
  date1904: boolean;
}

/** Counter for all cells of a workbook, including empty formatted cells. */
export interface CellCount {
  cells: number;
}

/** Hidden columns (0-based) and rows (1-based) of a worksheet. */
export interface HiddenParts {
  columns: Set<number>;
  rows: Set<number>;
}

interface Range {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/**
 * Reads the rows of a worksheet, including hidden rows and columns: mostly a forgotten filter, and a missing unit
 * would change every result. In a merged range, cells below the first repeat the value (a tower beside the units),
 * and cells to the right are empty (a title over the table).
 * @param beyond called for each filled cell to the right of the last allowed column
 * @param hidden receives hidden columns and rows, including empty rows
 * @throws SheetError, XmlError
 */
export function readWorksheet(
  xml: string,
  book: BookParts,
  count: CellCount,
  beyond: (row: number, column: number) => void,
  hidden: HiddenParts = { columns: new Set(), rows: new Set() },
): SheetRow[] {
  const rows = new Map<number, Cell[]>();
  const merges: Range[] = [];
  let number = 0;
  let column = -1;
  let row: Cell[] = [];
  let [isInData, isPhonetic, isSaying] = [false, false, false];
  let read: ReadCell = { type: 'n', style: 0, storedValue: null, hasFormula: false };
  walkXml(xml, {
    open(name, attribute) {
      if (name === 'sheetData') isInData = true;
      else if (name === 'mergeCell') merges.push(rangeOf(attribute('ref') ?? ''));
      else if (name === 'col' && isTrue(attribute('hidden'))) {
        const last = Math.min(Number(attribute('max')), sheetLimits.columns);
        for (let at = Number(attribute('min')); at <= last; at += 1) hidden.columns.add(at - 1);
      }
      if (!isInData) return;
      if (name === 'c') {
        count.cells += 1;
        if (count.cells > sheetLimits.xmlCells) throw tooLarge();
        const address = attribute('r');
        column = address === undefined ? column + 1 : columnOf(address);
        const type = attribute('t') ?? 'n';
        read = { type, style: Number(attribute('s') ?? 0), storedValue: null, hasFormula: false };
      } else if (name === 'v' || name === 't') {
        isSaying = !isPhonetic;
        read.storedValue ??= '';
      } else if (name === 'f') read.hasFormula = true;
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 'row') {
        const at = attribute('r');
        number = at === undefined ? number + 1 : Number(at);
        if (!(number >= 1 && number <= sheetLimits.lastRow && Number.isInteger(number))) throw damaged();
        if (isTrue(attribute('hidden'))) hidden.rows.add(number);
        column = -1;
        row = rows.get(number) ?? [];
        rows.set(number, row);
      }
    },
    text(text) {
      if (isSaying) read.storedValue = (read.storedValue ?? '') + text;
    },
    close(name) {
      if (name === 'v' || name === 't') isSaying = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'sheetData') isInData = false;
      else if (name === 'c' && isInData) {
        const cell = cellOf(read, book);
        if (!isFilled(cell)) return;
        if (column >= sheetLimits.columns) {
          beyond(number, column);
          return;
        }
        while (row.length < column) row.push(EMPTY);
        row[column] = cell;
      }
    },
  });
  applyMerges(rows, merges);
  return [...rows].map(([at, cells]) => ({ number: at, cells })).sort((a, b) => a.number - b.number);
}

const isTrue = (flag: string | undefined): boolean => flag === '1' || flag === 'true';

/** True if a cell has content or an uncomputed formula. */
export const isFilled = ({ text, uncalculated }: Cell): boolean =>
  text.trim() !== '' || uncalculated === true;

interface ReadCell {
  /** Type of the cell in the file: 'n', 's', 'str', 'inlineStr', 'b', 'e' or 'd'. */
  type: string;
  style: number;
  /** Value stored in the file. Null if missing. */
  storedValue: string | null;
  hasFormula: boolean;
}

/** Converts a stored cell to text, number or date as a person sees the cell. */
function cellOf(
  { type, style, storedValue, hasFormula }: ReadCell,
  { strings, formats, date1904 }: BookParts,
): Cell {
  // A file written without calculation has no values for formulas. For type 'str' the empty text is a value.
  if (storedValue === null || (storedValue === '' && type !== 'str')) {
    return hasFormula ? { text: '', uncalculated: true } : EMPTY;
  }
  switch (type) {
    case 's': {
      const text = strings[Number(storedValue)];
      if (text === undefined) throw damaged();
      return { text };
    }
    case 'str':
    case 'inlineStr':
      return { text: unescaped(storedValue) };
    case 'b':
      return { text: Number.parseInt(storedValue, 10) === 0 ? 'FALSO' : 'VERDADERO' };
    case 'e':
      return { text: storedValue };
    case 'd':
      return {
        text: writtenDate(new Date(/T[\d:.]*$/.test(storedValue) ? `${storedValue}Z` : storedValue)),
        date: true,
      };
    default:
      return numberCell(Number.parseFloat(storedValue), formats[style], date1904);
  }
}

/** Decodes characters forbidden in XML, written like '_x000D_'. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Returns the column (from 0) of an address like 'AB12'. */
function columnOf(address: string): number {
  let column = 0;
  let i = 0;
  for (; i < address.length; i += 1) {
    const letter = (address.charCodeAt(i) | 32) - 96;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  if (i === 0 || i > 3) throw damaged();
  return column - 1;
}

function rangeOf(text: string): Range {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i.exec(text);
  if (found === null) throw damaged();
  const [, from = '', top = '', to = from, bottom = top] = found;
  return { top: Number(top), bottom: Number(bottom), left: columnOf(from), right: columnOf(to) };
}

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
