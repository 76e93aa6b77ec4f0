import { constants, deflateRawSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import type { SheetAccount } from '../../../shared/sheet-account.ts';
import { Problem } from '../http/problem.ts';
import { SheetError } from './error.ts';
import { readUploadAs } from './read-upload.ts';
import { rowsReading } from './reading.ts';
import type { SheetFile } from './sheet.types.ts';

/** Creates an xlsx with sheets filled by `fill`, for tests. */
export async function workbook(fill: (book: ExcelJS.Workbook) => void): Promise<Buffer> {
  const book = new ExcelJS.Workbook();
  fill(book);
  return Buffer.from(await book.xlsx.writeBuffer());
}

/** Creates an xlsx with a single sheet of the values, for tests. */
export function workbookOf(rows: ExcelJS.CellValue[][], name = 'Hoja1'): Promise<Buffer> {
  return workbook((book) => {
    const sheet = book.addWorksheet(name);
    for (const row of rows) sheet.addRow(row);
  });
}

interface ZipPart {
  /** Path of the part inside the zip. */
  name: string;
  bytes: Buffer;
}

interface ZipEntry extends ZipPart {
  /** False sizes or flags to write for the entry. */
  lie?: { unpackedSize?: number; encrypted?: boolean };
  /** Content already compressed with deflate, instead of `bytes`. */
  deflated?: Buffer;
}

const MB = 1024 * 1024;

/**
 * Returns compressed megabytes of zeros, to test the limit against zip bombs (small files with huge
 * content).
 */
export function deflatedZeros(megabytes: number): Buffer {
  const one = deflateRawSync(Buffer.alloc(MB), {
    level: constants.Z_BEST_COMPRESSION,
    finishFlush: constants.Z_FULL_FLUSH,
  });
  return Buffer.concat([...Array.from({ length: megabytes }, () => one), deflateRawSync(Buffer.alloc(0))]);
}

/** Writes a zip byte by byte, possibly with false sizes or flags, for tests. */
export function zipOf(entries: ZipEntry[]): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, lie, deflated } of entries) {
    const packed = deflated ?? deflateRawSync(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(lie?.encrypted ? 1 : 0, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(lie?.unpackedSize ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    body.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(
    directory.reduce((sum, piece) => sum + piece.length, 0),
    12,
  );
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...body, ...directory, end]);
}

/** Returns the smallest set of workbook parts around the XML of a sheet, for tests. */
export function workbookParts(sheetXml: string): ZipPart[] {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const part = (name: string, xml: string) => ({ name, bytes: Buffer.from(xml) });
  return [
    part(
      'xl/workbook.xml',
      `<workbook xmlns:r="${office}"><sheets><sheet name="Hoja1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    part('xl/worksheets/sheet1.xml', `<worksheet>${sheetXml}</worksheet>`),
  ];
}

/** Record (the format's word for a piece) of an xls file: type and data. */
export type XlsRecord = readonly [type: number, data: Buffer];

/** Returns numbers as bytes, two bytes each, the lower byte first, to write xls files in tests. */
export const words = (...numbers: number[]): Buffer =>
  Buffer.concat(numbers.map((number) => Buffer.from([number & 0xff, (number >> 8) & 0xff])));

/**
 * Writes an xls file with a sheet 'Hoja' in a compound file of sectors of 512 bytes, for tests.
 * @param globals records before the list of sheets
 * @param version of the first record: 0x0600 for Excel 97, 0x0500 for Excel 95
 */
export function xlsOf(globals: readonly XlsRecord[], cells: readonly XlsRecord[], version = 0x0600): Buffer {
  const bytesOf = (records: readonly XlsRecord[]) =>
    Buffer.concat(records.flatMap(([type, data]) => [words(type, data.length), data]));
  const begin: XlsRecord = [0x0809, words(version, 0x0005, 0, 0, 0, 0, 0, 0)];
  const end: XlsRecord = [0x000a, Buffer.alloc(0)];
  const name = Buffer.concat([Buffer.from(version === 0x0600 ? [4, 0] : [4]), Buffer.from('Hoja')]);
  const before = bytesOf([begin, ...globals]);
  const start = before.length + 4 + 6 + name.length + 4;
  const sheet: XlsRecord = [0x0085, Buffer.concat([words(start, start >> 16, 0), name])];
  const stream = Buffer.concat([before, bytesOf([sheet, end]), bytesOf([begin, ...cells, end])]);
  return compoundFileOf('Workbook', stream);
}

/** Writes a compound file (container of old Excel files) with a single stream (inner file), for tests. */
export function compoundFileOf(name: string, content: Buffer): Buffer {
  const stream = Buffer.concat([content, Buffer.alloc(Math.max(0, 4096 - content.length))]);
  const sectors = Math.ceil(stream.length / 512);
  const tables = Math.ceil((sectors + 2) / 127);
  const numbers = (list: readonly number[], bytes: number) => {
    const buffer = Buffer.alloc(bytes, 0xff);
    for (const [at, number] of list.entries()) buffer.writeUInt32LE(number >>> 0, at * 4);
    return buffer;
  };
  const END = 0xfffffffe;
  // Sectors: the tables, the directory, the stream.
  const chain = Array.from({ length: sectors }, (_, at) => (at + 1 < sectors ? tables + 2 + at : END));
  const table = numbers([...Array<number>(tables).fill(0xfffffffd), END, ...chain], tables * 512);
  const entry = (of: string, kind: number, first: number, length: number) => {
    const bytes = Buffer.alloc(128);
    bytes.write(of, 'utf16le');
    bytes.writeUInt16LE(of.length * 2 + 2, 64);
    bytes[66] = kind;
    bytes.writeUInt32LE(first, 116);
    bytes.writeUInt32LE(length, 120);
    return bytes;
  };
  const header = Buffer.alloc(76);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header);
  words(0x3e, 3, 0xfffe, 9, 6).copy(header, 24);
  header.writeUInt32LE(tables, 44);
  header.writeUInt32LE(tables, 48);
  header.writeUInt32LE(4096, 56);
  for (const at of [60, 68]) header.writeUInt32LE(END, at);
  const heads = numbers(
    Array.from({ length: tables }, (_, at) => at),
    436,
  );
  const directory = [entry('Root Entry', 5, END, 0), entry(name, 2, tables + 1, stream.length)];
  const padded = Buffer.concat([stream, Buffer.alloc(sectors * 512 - stream.length)]);
  return Buffer.concat([header, heads, table, ...directory, Buffer.alloc(256), padded]);
}

/** Reads an uploaded file as plain cells in a worker, for tests. */
export async function readSheets(
  bytes: Uint8Array,
  fileName: string,
  options: Partial<Parameters<typeof readUploadAs>[3]> = {},
): Promise<SheetFile> {
  const { names, rows } = await readUploadAs({ bytes, fileName }, rowsReading, null, {
    actor: null,
    ...options,
  });
  const sheets: SheetFile['sheets'] = names.map((name) => ({ name, rows: [] }));
  for (const { sheet, row } of rows) sheets[sheet]?.rows.push(row);
  return { sheets };
}

/**
 * Awaits a refused promise and returns error code and message, for tests. Fails if the promise resolves.
 */
export async function refusal(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const answer: unknown = await promise.catch((error: unknown) => error);
  if (answer instanceof SheetError) return { code: answer.code, message: answer.message };
  if (!(answer instanceof Problem)) throw new Error('The file was not refused.', { cause: answer });
  const { reason, message } = answer.details as { reason: string; message: string };
  return { code: reason, message };
}

/**
 * Counts the cells mentioned in the account of a file (see `accountOfSheets`), to test the account's
 * completeness.
 */
export function toldCells({ sheets }: SheetAccount): number {
  const counts = sheets.flatMap(({ cells, reason, columns, rows }) =>
    reason === null ? [...columns, ...rows].map((one) => one.cells) : [cells],
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
