import { walkXml } from './bytes/xml.ts';
import { EMPTY, formatOf, type NumberFormat, numberCell, writtenDate } from './cell.ts';
import { decodeMarkup } from './decode-text.ts';
import { damaged, SheetError } from './error.ts';
import { isRowNumber, type Range, readBookSheets } from './grid.ts';
import { sheetLimits } from './limits.ts';
import type { Cell, Sheet } from './sheet.types.ts';
import { tooLarge } from './unpack.ts';

/**
 * True if a file begins like an 'XML Spreadsheet 2003' of Excel. Some programs save the format with the
 * name .xls.
 * @param head first characters of the file
 */
export const isXml2003 = (head: string): boolean =>
  /^\s*<\?xml\b/i.test(head) && head.includes('urn:schemas-microsoft-com:office:spreadsheet');

/** Reads visible sheets like `readXlsx`, in any encoding. Throws SheetError. */
export function readXml2003(file: Buffer): Sheet[] {
  try {
    return readBook(decodeMarkup(file));
  } catch (error) {
    throw error instanceof SheetError ? error : damaged(error);
  }
}

/** Cell while reading. `value` is the text so far. */
interface OpenCell {
  column: number;
  style: string;
  hasFormula: boolean;
  type: string;
  value: string | null;
}

/** Sheet while reading. The file states the visibility after the cells. */
interface OpenSheet {
  name: string;
  isHidden: boolean;
  cells: { row: number; column: number; cell: Cell }[];
  merges: Range[];
  hidden: { rows: number[]; columns: number[] };
}

function readBook(xml: string): Sheet[] {
  const formats = new Map<string, NumberFormat>();
  const sheets: OpenSheet[] = [];
  let [style, saying, row, column, count, date1904] = ['', '', 0, 0, 0, false];
  let cell: OpenCell | null = null;
  let sheet: OpenSheet | undefined;
  walkXml(xml, {
    open(name, attribute) {
      const of = (key: string) => attribute(`:${key}`) ?? attribute(key);
      const next = (now: number) => Number(of('Index') ?? now + 1);
      saying = name;
      if (name === 'Style') style = of('ID') ?? '';
      else if (name === 'NumberFormat') formats.set(style, formatOf(codeOf(of('Format') ?? '')));
      else if (name === 'Date1904') date1904 = true;
      else if (name === 'Worksheet') {
        const hidden = { rows: [], columns: [] };
        sheet = { name: of('Name') ?? '', isHidden: false, cells: [], merges: [], hidden };
        sheets.push(sheet);
        [row, column] = [0, 0];
      } else if (name === 'Column') {
        column = next(column);
        if (of('Hidden') === '1' && column <= sheetLimits.columns) sheet?.hidden.columns.push(column - 1);
      } else if (name === 'Row') {
        [row, column] = [next(row), 0];
        if (!isRowNumber(row)) throw damaged();
        if (of('Hidden') === '1') sheet?.hidden.rows.push(row);
      } else if (name === 'Cell') {
        count += 1;
        if (count > sheetLimits.xmlCells) throw tooLarge();
        const left = next(column) - 1;
        if (!(left >= 0 && left < LAST_COLUMN && row > 0)) throw damaged();
        const [across, down] = [Number(of('MergeAcross') ?? 0), Number(of('MergeDown') ?? 0)];
        if (!isRowNumber(row + down) || !(across >= 0 && across < LAST_COLUMN)) throw damaged();
        sheet?.merges.push({ top: row, bottom: row + down, left, right: left + across });
        column = left + 1 + across;
        const hasFormula = of('Formula') !== undefined;
        cell = { column: left, style: of('StyleID') ?? '', hasFormula, type: '', value: null };
      } else if (name === 'Data' && cell !== null) {
        cell.type = of('Type') ?? 'String';
        cell.value = '';
      }
    },
    text(text) {
      if (cell?.value != null) cell.value += text;
      else if (saying === 'Visible' && sheet !== undefined) sheet.isHidden ||= /hidden/i.test(text);
    },
    close(name) {
      saying = '';
      if (name !== 'Cell' || cell === null) return;
      sheet?.cells.push({ row, column: cell.column, cell: dataCell(cell, formats, date1904) });
      cell = null;
    },
  });
  return readBookSheets(
    sheets.map(({ name, isHidden, cells, merges, hidden }) => ({
      name,
      isHidden,
      read(grid) {
        for (const one of cells) {
          grid.countCell();
          grid.put(one.row, one.column, one.cell);
        }
        grid.merges.push(...merges);
        for (const at of hidden.rows) grid.hidden.rows.add(at);
        for (const at of hidden.columns) grid.hidden.columns.add(at);
      },
    })),
  );
}

/** Number of columns in Excel. */
const LAST_COLUMN = 16_384;

/** Returns the code of a number format: a code, or a name like 'Short Date' and 'Percent'. */
const codeOf = (format: string): string => {
  if (/^(general |short |medium |long )(date|time)$/i.test(format)) return 'd/m/y';
  return /^percent$/i.test(format) ? '0%' : format.replace(/^general.*$/i, '');
};

function dataCell(
  { type, value, style, hasFormula }: OpenCell,
  formats: ReadonlyMap<string, NumberFormat>,
  date1904: boolean,
): Cell {
  if (value === null) return hasFormula ? { text: '', uncalculated: true } : EMPTY;
  if (type === 'Number') return numberCell(Number.parseFloat(value), formats.get(style), date1904);
  if (type === 'DateTime') return { text: writtenDate(new Date(`${value}Z`)), date: true };
  if (type === 'Boolean') return { text: value === '0' ? 'FALSO' : 'VERDADERO' };
  return { text: value };
}
