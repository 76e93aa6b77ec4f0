import { Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/uploaded-file.ts';
import { readInWorker } from './read-in-worker.ts';
import type { Reading } from './reading.ts';
import { SheetError } from './sheet-error.ts';

/** Seconds: reading a file takes at most 20, and two are read at once. */
const BUSY_RETRY = 30;

/**
 * Has a worker make of an uploaded file what is asked for, so that no rule over its rows holds up the main thread:
 * outside of any transaction, please.
 * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
 */
export function readUploadAs<Given, Answer extends object>(
  file: UploadedFile,
  reading: Reading<Given, Answer>,
  given: Given,
): Promise<Answer> {
  return readInWorker(file, reading, given).catch(refuse);
}

/** A worker that came to an end by itself took nothing with it: the server is as well as before, and says so. */
function refuse(error: unknown): never {
  if (error instanceof SheetError) throw problemOf(error);
  const problem = new Problem('overloaded', undefined, BUSY_RETRY);
  problem.cause = error;
  throw problem;
}

function problemOf({ code, message }: SheetError): Problem {
  const details = { reason: code, message };
  if (code === 'sheetBusy') return new Problem('overloaded', details, BUSY_RETRY);
  const tooLarge = code === 'sheetTooLarge' || code === 'sheetTooManyRows';
  return new Problem(tooLarge ? 'sheetTooLarge' : 'sheetUnreadable', details);
}
