import { constants, deflateRawSync } from 'node:zlib';
import ExcelJS from 'exceljs';
import type { SheetAccount } from '../../../shared/sheet-account.ts';
import { Problem } from '../http/problem.ts';
import { SheetError } from './error.ts';
import { rowsReading } from './plain-readings.ts';
import { readUploadAs } from './read-upload.ts';
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
 * Returns megabytes of zeros, compressed best by deflate. Each megabyte is compressed alone, so a compressed
 * megabyte can be repeated.
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

/** Reads an uploaded file as plain cells in a worker, for tests. */
export async function readSheets(
  bytes: Uint8Array,
  fileName: string,
  options?: Parameters<typeof readUploadAs>[3],
): Promise<SheetFile> {
  const { names, rows } = await readUploadAs({ bytes, fileName }, rowsReading, null, options);
  const sheets: SheetFile['sheets'] = names.map((name) => ({ name, rows: [] }));
  for (const { sheet, row } of rows) sheets[sheet]?.rows.push(row);
  return { sheets };
}

/** Returns code and message of a refusal. Fails if the promise is not refused. */
export async function refusal(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  const answer: unknown = await promise.catch((error: unknown) => error);
  if (answer instanceof SheetError) return { code: answer.code, message: answer.message };
  if (!(answer instanceof Problem)) throw new Error('It was not refused.', { cause: answer });
  const { reason, message } = answer.details as { reason: string; message: string };
  return { code: reason, message };
}

/** Returns the number of cells in the account of a file: equal to the file's cells if the account is complete. */
export function toldCells({ sheets }: SheetAccount): number {
  const counts = sheets.flatMap(({ cells, reason, columns, rows }) =>
    reason === null ? [...columns, ...rows].map((one) => one.cells) : [cells],
  );
  return counts.reduce((sum, count) => sum + count, 0);
}
