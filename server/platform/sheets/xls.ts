import { compoundStreams } from './bytes/compound-file.ts';
import { builtInFormats, EMPTY, formatOf, type NumberFormat, numberCell } from './cell.ts';
import { decodeEightBits } from './decode-text.ts';
import { damaged, SheetError } from './error.ts';
import { type CellGrid, readBookSheets } from './grid.ts';
import type { Cell, Sheet } from './sheet.types.ts';
import { locked } from './unpack.ts';

/** Types of the records of BIFF with values (MS-XLS). */
const RECORD = {
  formula: 0x0006,
  end: 0x000a,
  date1904: 0x0022,
  password: 0x002f,
  continued: 0x003c,
  column: 0x007d,
  sheet: 0x0085,
  numbers: 0x00bd,
  richText: 0x00d6,
  style: 0x00e0,
  merges: 0x00e5,
  strings: 0x00fc,
  sharedText: 0x00fd,
  number: 0x0203,
  text: 0x0204,
  truth: 0x0205,
  formulaText: 0x0207,
  row: 0x0208,
  rounded: 0x027e,
  format: 0x041e,
  begin: 0x0809,
} as const;

/** Versions in the first record: Excel 97 and later, and Excel 95. */
const [BIFF8, BIFF5] = [0x0600, 0x0500];
const ERRORS: ReadonlyMap<number, string> = new Map([
  [0x00, '#NULL!'],
  [0x07, '#DIV/0!'],
  [0x0f, '#VALUE!'],
  [0x17, '#REF!'],
  [0x1d, '#NAME?'],
  [0x24, '#NUM!'],
  [0x2a, '#N/A'],
]);

/**
 * Reads an xls file of Excel 95 or later (BIFF5, BIFF8). Reads values only: no macros, no formulas, no pictures.
 * @throws SheetError
 */
export function readXls(file: Buffer): Sheet[] {
  try {
    return readBook(file);
  } catch (error) {
    throw error instanceof SheetError ? error : damaged(error);
  }
}

function readBook(file: Buffer): Sheet[] {
  const streams = compoundStreams(file);
  if (streams.has('encryptedpackage')) throw locked();
  const stream = (streams.get('workbook') ?? streams.get('book'))?.();
  if (stream === undefined) throw notASpreadsheet();
  const book = globalsOf(stream);
  return readBookSheets(
    book.sheets.map(({ name, isHidden, start }) => ({
      name,
      isHidden,
      read: (grid) => readSheet(stream, start, book, grid),
    })),
  );
}

interface BiffRecord {
  type: number;
  data: Buffer;
  /** Position of the next record in the stream. */
  next: number;
}

/** Yields the records of a part of the stream, without the parts within (charts). */
function* recordsFrom(stream: Buffer, start: number): Generator<BiffRecord> {
  let depth = 0;
  for (let at = start; at + 4 <= stream.length; ) {
    const [type, length] = [stream.readUInt16LE(at), stream.readUInt16LE(at + 2)];
    const next = at + 4 + length;
    if (next > stream.length) throw damaged();
    if (type === RECORD.begin) depth += 1;
    else if (type === RECORD.end) depth -= 1;
    if (depth === 0) return;
    if (depth === 1) yield { type, data: stream.subarray(at + 4, next), next };
    at = next;
  }
  throw damaged();
}

interface Book {
  isBiff8: boolean;
  sheets: { name: string; isHidden: boolean; start: number }[];
  strings: string[];
  /** Number formats by the style number of a cell. */
  formats: NumberFormat[];
  date1904: boolean;
}

function globalsOf(stream: Buffer): Book {
  if (stream.length < 8 || stream.readUInt16LE(0) !== RECORD.begin) throw tooOld();
  const version = stream.readUInt16LE(4);
  if (version !== BIFF8 && version !== BIFF5) throw tooOld();
  const isBiff8 = version === BIFF8;
  const codes = new Map(builtInFormats);
  const styles: number[] = [];
  const book: Book = { isBiff8, sheets: [], strings: [], formats: [], date1904: false };
  let shared: Buffer[] | null = null;
  for (const { type, data } of recordsFrom(stream, 0)) {
    if (type === RECORD.continued) {
      shared?.push(data);
      continue;
    }
    if (shared !== null) book.strings = sharedTexts(shared);
    shared = type === RECORD.strings ? [data] : null;
    if (type === RECORD.password) throw locked();
    if (type === RECORD.date1904) book.date1904 = data.readUInt16LE(0) === 1;
    else if (type === RECORD.style) styles.push(data.readUInt16LE(2));
    else if (type === RECORD.format) {
      const code = isBiff8 ? textAt(data, 2, 2, true) : textAt(data, 2, 1, false);
      codes.set(data.readUInt16LE(0), code);
    } else if (type === RECORD.sheet && data[5] === 0) {
      const isHidden = ((data[4] ?? 0) & 3) !== 0;
      book.sheets.push({ name: textAt(data, 6, 1, isBiff8), isHidden, start: data.readUInt32LE(0) });
    }
  }
  if (shared !== null) book.strings = sharedTexts(shared);
  book.formats = styles.map((id) => formatOf(codes.get(id) ?? ''));
  return book;
}

/**
 * Reads a text with the length before the characters.
 * @param lengthBytes bytes of the length: 1 or 2
 */
function textAt(data: Buffer, at: number, lengthBytes: 1 | 2, isBiff8: boolean): string {
  const length = data.readUIntLE(at, lengthBytes);
  if (!isBiff8) return decodeEightBits(bytesAt(data, at + lengthBytes, length));
  const isWide = ((data[at + lengthBytes] ?? 0) & 1) === 1;
  const bytes = bytesAt(data, at + lengthBytes + 1, isWide ? length * 2 : length);
  return bytes.toString(isWide ? 'utf16le' : 'latin1');
}

function bytesAt(data: Buffer, at: number, length: number): Buffer {
  if (at + length > data.length) throw damaged();
  return data.subarray(at, at + length);
}

/** Reads the shared texts of a workbook from a record and the continuations. */
function sharedTexts(pieces: readonly Buffer[]): string[] {
  const reader = new PiecesReader(pieces);
  reader.skip(8);
  const texts: string[] = [];
  while (!reader.isAtEnd()) {
    const length = reader.number(2);
    const flags = reader.number(1);
    const runs = (flags & 8) === 0 ? 0 : reader.number(2);
    const extra = (flags & 4) === 0 ? 0 : reader.number(4);
    texts.push(reader.characters(length, (flags & 1) === 1));
    reader.skip(runs * 4 + extra);
  }
  return texts;
}

/** Reader of bytes across the continuations of a record. */
class PiecesReader {
  readonly #pieces: readonly Buffer[];
  #piece = 0;
  #at = 0;

  constructor(pieces: readonly Buffer[]) {
    this.#pieces = pieces;
  }

  /** Number of bytes left in the piece; goes on to the next piece at the end. */
  #left(): number {
    while (this.#at >= (this.#pieces[this.#piece]?.length ?? 0) && this.#piece < this.#pieces.length) {
      this.#piece += 1;
      this.#at = 0;
    }
    return (this.#pieces[this.#piece]?.length ?? 0) - this.#at;
  }

  isAtEnd(): boolean {
    return this.#left() === 0;
  }

  number(bytes: 1 | 2 | 4): number {
    let value = 0;
    for (let i = 0; i < bytes; i += 1) {
      if (this.#left() === 0) throw damaged();
      value += (this.#pieces[this.#piece]?.[this.#at] ?? 0) * 256 ** i;
      this.#at += 1;
    }
    return value;
  }

  skip(bytes: number): void {
    for (let left = bytes; left > 0; ) {
      const step = Math.min(left, this.#left());
      if (step === 0) throw damaged();
      this.#at += step;
      left -= step;
    }
  }

  /** Reads characters. A continuation within a text begins with the width of the characters. */
  characters(length: number, wide: boolean): string {
    let [text, isWide, left] = ['', wide, length];
    while (left > 0) {
      const piece = this.#piece;
      const here = this.#left();
      if (here === 0) throw damaged();
      if (this.#piece !== piece) {
        isWide = (this.number(1) & 1) === 1;
        continue;
      }
      const step = Math.min(left, isWide ? here >> 1 : here);
      if (step === 0) throw damaged();
      const end = this.#at + (isWide ? step * 2 : step);
      text += this.#pieces[this.#piece]?.toString(isWide ? 'utf16le' : 'latin1', this.#at, end) ?? '';
      this.#at = end;
      left -= step;
    }
    return text;
  }
}

function readSheet(stream: Buffer, start: number, book: Book, grid: CellGrid): void {
  const { isBiff8, strings, formats, date1904 } = book;
  const put = (row: number, column: number, cell: Cell): void => {
    grid.countCell();
    grid.put(row + 1, column, cell);
  };
  const numberAt = (value: number, style: number): Cell => numberCell(value, formats[style], date1904);
  let formulaAt: { row: number; column: number } | null = null;
  for (const { type, data } of recordsFrom(stream, start)) {
    if (type === RECORD.formulaText && formulaAt !== null) {
      put(formulaAt.row, formulaAt.column, { text: textAt(data, 0, 2, isBiff8) });
      formulaAt = null;
    } else if (type === RECORD.row) {
      if ((data.readUInt16LE(12) & 0x20) !== 0) grid.hidden.rows.add(data.readUInt16LE(0) + 1);
    } else if (type === RECORD.column) {
      const last = Math.min(data.readUInt16LE(2), 255);
      if ((data.readUInt16LE(8) & 1) === 0) continue;
      for (let at = data.readUInt16LE(0); at <= last; at += 1) grid.hidden.columns.add(at);
    } else if (type === RECORD.merges) {
      for (let at = 2; at + 8 <= data.length; at += 8) {
        const [top, bottom] = [data.readUInt16LE(at) + 1, data.readUInt16LE(at + 2) + 1];
        grid.merges.push({ top, bottom, left: data.readUInt16LE(at + 4), right: data.readUInt16LE(at + 6) });
      }
    } else if (type === RECORD.numbers) {
      const [row, first] = [data.readUInt16LE(0), data.readUInt16LE(2)];
      for (let at = 4; at + 8 <= data.length; at += 6) {
        put(row, first + (at - 4) / 6, numberAt(rounded(data.readInt32LE(at + 2)), data.readUInt16LE(at)));
      }
    } else if (isCell(type)) {
      const [row, column, style] = [data.readUInt16LE(0), data.readUInt16LE(2), data.readUInt16LE(4)];
      const cell = (() => {
        if (type === RECORD.number) return numberAt(data.readDoubleLE(6), style);
        if (type === RECORD.rounded) return numberAt(rounded(data.readInt32LE(6)), style);
        if (type === RECORD.truth) return truth(data[6] ?? 0, data[7] === 1);
        if (type === RECORD.sharedText) {
          const text = strings[data.readUInt32LE(6)];
          if (text === undefined) throw damaged();
          return { text };
        }
        if (type === RECORD.formula) {
          if (data.readUInt16LE(12) !== 0xffff) return numberAt(data.readDoubleLE(6), style);
          if (data[6] === 0) return null;
          return data[6] === 3 ? EMPTY : truth(data[8] ?? 0, data[6] === 2);
        }
        return { text: textAt(data, 6, 2, isBiff8) };
      })();
      if (cell === null) formulaAt = { row, column };
      else put(row, column, cell);
    }
  }
}

const CELLS: ReadonlySet<number> = new Set([
  ...[RECORD.number, RECORD.rounded, RECORD.truth, RECORD.sharedText, RECORD.formula],
  ...[RECORD.text, RECORD.richText],
]);
const isCell = (type: number): boolean => CELLS.has(type);

/** Returns the number of four bytes: a whole number or half of a double, possibly of hundredths. */
function rounded(bits: number): number {
  let value = bits >> 2;
  if ((bits & 2) === 0) {
    const double = Buffer.alloc(8);
    double.writeInt32LE(bits & ~3, 4);
    value = double.readDoubleLE(0);
  }
  return (bits & 1) === 1 ? value / 100 : value;
}

const truth = (value: number, isError: boolean): Cell =>
  isError ? { text: ERRORS.get(value) ?? '#N/A' } : { text: value === 0 ? 'FALSO' : 'VERDADERO' };

/** Returns the error for a file of Excel 2 to 4, without sheets. */
export function tooOld(): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo es de una versión de Excel anterior a 1995. Ábralo en Excel, use «Guardar como», elija «Libro de Excel (.xlsx)» y suba ese archivo.',
  );
}

function notASpreadsheet(): SheetError {
  return new SheetError(
    'sheetUnreadable',
    'El archivo no es un libro de Excel (.xls). Ábralo en su programa, guarde la tabla como libro de Excel (.xlsx) y suba ese archivo.',
  );
}
