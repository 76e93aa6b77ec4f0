import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { readFile } from '../../platform/sheets/read-file.ts';
import { readAsobancaria } from './asobancaria.ts';
import { asobancariaLayout } from './asobancaria-lines.ts';
import { readPaymentSheet, type SheetReading } from './payment-sheet.ts';

/** Result of reading a payment file. */
export interface PaymentsRead {
  /** ReadPaymentFile, serialized and compressed for the worker that compares the file with the books. */
  file: Uint8Array;
  /** Number of lines. */
  lines: number;
}

/** Reads a payment file by its content, in a worker. @throws SheetError */
export async function readPayments(
  bytes: Buffer,
  fileName: string,
  reading: SheetReading,
): Promise<PaymentsRead> {
  const layout = asobancariaLayout(bytes);
  const read =
    layout === null
      ? readPaymentSheet({ sheets: await readFile(bytes, fileName) }, reading)
      : readAsobancaria(bytes, layout, reading.today);
  const wentOn = reading.choices?.wentOn === true;
  return { file: gzipSync(serialize({ ...read, wentOn }), { level: 1 }), lines: read.rows.length };
}
