import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { readFile } from '../../platform/sheets/read-file.ts';
import { readAsobancaria } from './asobancaria.ts';
import { asobancariaLayout } from './asobancaria-lines.ts';
import { readPaymentSheet, type SheetReading } from './payment-sheet.ts';

/** Result of reading a payment file, as returned by the worker. */
export interface PaymentsRead {
  /** `ReadPaymentFile`, serialized and compressed for the worker that compares the file with the ledger. */
  file: Uint8Array;
  /** Number of payment lines in the file. */
  lines: number;
}

/**
 * Reads a payment file in a worker; the content decides the format.
 * @throws SheetError
 */
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
