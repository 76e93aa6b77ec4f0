import { walkXml } from './bytes/xml.ts';
import { EMPTY, type NumberFormat, numberCell, writtenDate } from './cell.ts';
import { damaged } from './error.ts';
import { type CellGrid, isRowNumber, type Range } from './grid.ts';
import { sheetLimits } from './limits.ts';
import type { Cell } from './sheet.types.ts';

/** Data shared by the sheets of a workbook, needed to read cells: texts and number formats. */
export interface BookParts {
  /** Texts of the workbook; cells refer to the index. */
  strings: readonly string[];
  /** Number formats by the style number of a cell. */
  formats: readonly NumberFormat[];
  /** True if days count from 1904, as in old Macs. */
  date1904: boolean;
}

/**
 * Reads the cells of a worksheet into the grid.
 * @throws SheetError, XmlError
 */
export function readWorksheet(xml: string, book: BookParts, grid: CellGrid): void {
  let number = 0;
  let column = -1;
  let [isInData, isPhonetic, isSaying] = [false, false, false];
  let read: ReadCell = { type: 'n', style: 0, storedValue: null, hasFormula: false };
  walkXml(xml, {
    open(name, attribute) {
      if (name === 'sheetData') isInData = true;
      else if (name === 'mergeCell') grid.merges.push(rangeOf(attribute('ref') ?? ''));
      else if (name === 'col' && isTrue(attribute('hidden'))) {
        const last = Math.min(Number(attribute('max')), sheetLimits.columns);
        for (let at = Number(attribute('min')); at <= last; at += 1) grid.hidden.columns.add(at - 1);
      }
      if (!isInData) return;
      if (name === 'c') {
        grid.countCell();
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
        if (!isRowNumber(number)) throw damaged();
        if (isTrue(attribute('hidden'))) grid.hidden.rows.add(number);
        column = -1;
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
        grid.put(number, column, cellOf(read, book));
      }
    },
  });
}

const isTrue = (flag: string | undefined): boolean => flag === '1' || flag === 'true';

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
