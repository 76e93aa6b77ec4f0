import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { readFile } from '../../../platform/sheets/read-file.ts';
import { readAsobancaria } from './asobancaria.ts';
import { asobancariaLayout } from './asobancaria-lines.ts';
import { readPaymentSheet, type SheetReading } from './payment-sheet.ts';

/** A file of payments as it was read. */
export interface PaymentsRead {
  /** A ReadPaymentFile, serialised and packed: it is for the worker that compares it with the books. */
  file: Uint8Array;
  /** How many lines it has. */
  lines: number;
}

/** Reads a file of payments by what stands in it: in a worker. @throws SheetError */
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
  const wentOn = reading.asked?.wentOn === true;
  return { file: gzipSync(serialize({ ...read, wentOn }), { level: 1 }), lines: read.rows.length };
}
