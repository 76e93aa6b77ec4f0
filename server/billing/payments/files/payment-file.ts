import { Problem } from '../../../platform/http/problem.ts';
import type { UploadedFile } from '../../../platform/http/uploaded-file.ts';
import { sheetLimits } from '../../../platform/sheets/limits.ts';
import { readUploadAs } from '../../../platform/sheets/read-upload.ts';
import { looksLikeAsobancaria } from './asobancaria-lines.ts';
import type { UnseenFile } from './matched-payments.ts';
import { paymentsReading } from './payments-reading.ts';
import type { PaymentsToRead } from './read-payments.ts';

/**
 * Reads a file of payments in a worker, by what stands in it, whatever it is called: outside of any transaction.
 * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
 */
export async function readPaymentFile(file: UploadedFile, given: PaymentsToRead): Promise<UnseenFile> {
  const isBankFile = looksLikeAsobancaria(file.bytes);
  if (isBankFile && lineEnds(file.bytes) > MAX_LINE_ENDS) throw new Problem('sheetTooLarge');
  return readUploadAs(file, paymentsReading, given);
}

/** A line may end with two. */
const MAX_LINE_ENDS = 2 * sheetLimits.rows;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) count++;
  return count;
}
