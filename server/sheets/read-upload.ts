import { Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/uploaded-file.ts';
import { readSheets } from './read-sheets.ts';
import type { SheetFile } from './sheet.types.ts';
import { SheetError } from './sheet-error.ts';

/** Seconds: reading a file takes at most 20, and two are read at once. */
const BUSY_RETRY = 30;

/**
 * Reads an uploaded spreadsheet in a worker: outside of any transaction, please.
 * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
 */
export async function readUpload(file: UploadedFile): Promise<SheetFile> {
  try {
    return await readSheets(file.bytes, file.fileName);
  } catch (error) {
    if (error instanceof SheetError) throw problemOf(error);
    throw error;
  }
}

function problemOf({ code, message }: SheetError): Problem {
  const details = { reason: code, message };
  if (code === 'sheetBusy') return new Problem('overloaded', details, BUSY_RETRY);
  const tooLarge = code === 'sheetTooLarge' || code === 'sheetTooManyRows';
  return new Problem(tooLarge ? 'sheetTooLarge' : 'sheetUnreadable', details);
}
