import { Problem } from '../http/problem.ts';
import type { WorkerAnswer } from '../queue/in-worker.ts';
import { serveTask } from '../queue/worker-process.ts';
import { SheetError } from './error.ts';
import type { ReaderTable } from './reading.ts';

/** Task of a reading worker: file, kind of reading, and input. */
export interface ReadTask {
  bytes: Uint8Array;
  fileName: string;
  kind: string;
  input: unknown;
}

/** Number of files read by a worker process before the process ends. */
const MOST_FILES = 100;

/**
 * True if a worker process may read another file after an answer. A process with a refused file ends,
 * because the file may be hostile and must not affect another user's file.
 */
export const mayReadOn = (answer: WorkerAnswer): boolean => 'result' in answer;

/**
 * Main loop of a worker process for reading spreadsheets.
 * @param tables reading functions of all features
 */
export function serveReadings(tables: readonly ReaderTable[]): void {
  serveTask(
    async ({ bytes, fileName, kind, input }: ReadTask) => {
      const read = tables.find((table) => table.has(kind))?.get(kind);
      if (read === undefined) throw new Error(`No feature reads files as '${kind}'.`);
      return read(Buffer.from(bytes), fileName, input).catch((error: unknown) => {
        throw error instanceof SheetError ? refusalOf(error) : error;
      });
    },
    { mostPieces: MOST_FILES, staysAfter: (_, answer) => mayReadOn(answer) },
  );
}

function refusalOf({ code, message }: SheetError): Problem {
  const tooLarge = code === 'sheetTooLarge' || code === 'sheetTooManyRows';
  return new Problem(tooLarge ? 'sheetTooLarge' : 'sheetUnreadable', { reason: code, message });
}
