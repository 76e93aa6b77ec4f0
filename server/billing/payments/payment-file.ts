import type { Day } from '../../../shared/days.ts';
import { Problem } from '../../http/problem.ts';
import type { UploadedFile } from '../../http/uploaded-file.ts';
import { limits } from '../../sheets/limits.ts';
import { readUpload } from '../../sheets/read-upload.ts';
import { readAsobancaria } from './asobancaria.ts';
import { looksLikeAsobancaria } from './asobancaria-lines.ts';
import type { ReadPaymentFile } from './payment-file.types.ts';
import { readPaymentSheet } from './payment-sheet.ts';

/**
 * Reads a file of payments by what stands in it, whatever it is called: outside of any transaction.
 * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
 */
export async function readPaymentFile(file: UploadedFile, today: Day): Promise<ReadPaymentFile> {
  if (!looksLikeAsobancaria(file.bytes)) return readPaymentSheet(await readUpload(file), today);
  if (lineEnds(file.bytes) > MAX_LINE_ENDS) throw new Problem('sheetTooLarge');
  return readAsobancaria(file.bytes, today);
}

/** A line may end with two. */
const MAX_LINE_ENDS = 2 * limits.rows;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) count++;
  return count;
}
