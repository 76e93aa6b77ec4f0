import { serialize } from 'node:v8';
import { gzipSync } from 'node:zlib';
import { readFile } from '../../platform/sheets/read-file.ts';
import { readAsobancaria } from './asobancaria.ts';
import { asobancariaLayout } from './asobancaria-lines.ts';
import { readPaymentSheet, type SheetReading } from './payment-sheet.ts';

/**
 * Answer of the worker that read a file of payments. A second worker then compares the lines with the ledger.
 */
export interface PaymentsRead {
  /**
   * The payments read (`ReadPaymentFile`), serialized and compressed, passed on unopened to the second
   * worker.
   */
  file: Uint8Array;
  /** Number of payment lines in the file. */
  lines: number;
}

/**
 * Reads the bytes of an uploaded file of payments: an Asobancaria bank file or a spreadsheet, recognized by
 * content. Runs in a worker, because large files take seconds.
 * @throws SheetError if the file is no readable spreadsheet
 */
export async function readPayments(
  bytes: Buffer,
  fileName: string,
  reading: SheetReading,
): Promise<PaymentsRead> {
  const { choices = {} } = reading;
  const layout = asobancariaLayout(bytes);
  const read =
    layout === null
      ? readPaymentSheet({ sheets: await readFile(bytes, fileName) }, reading)
      : readAsobancaria(bytes, layout, reading.today);
  const { alike, wentOn, severalWait } = choices;
  const answers = { wentOn: wentOn === true, severalWait: severalWait === true, alike };
  return { file: gzipSync(serialize({ ...read, ...answers }), { level: 1 }), lines: read.rows.length };
}
