import { Problem } from '../http/problem.ts';
import type { WorkerAnswer } from '../queue/in-worker.ts';
import { serveTask } from '../queue/worker-process.ts';
import type { ReaderTable } from './reading.ts';
import { SheetError } from './sheet-error.ts';

/** A file for a worker to read: the kind of its reading, and what that is given beside the file. */
export interface ReadTask {
  bytes: Uint8Array;
  fileName: string;
  kind: string;
  given: unknown;
}

/** Files read one after the other, before the process ends. */
const MOST_FILES = 100;

/**
 * Whether the process of a reading may read another file. What was refused may be made to hurt: what it does to its
 * process, it does to nobody else's file.
 */
export const mayReadOn = (answer: WorkerAnswer): boolean => 'result' in answer;

/** The whole life of a worker's process. */
export function serveReadings(tables: readonly ReaderTable[]): void {
  serveTask(
    async ({ bytes, fileName, kind, given }: ReadTask) => {
      const read = tables.find((table) => table.has(kind))?.get(kind);
      if (read === undefined) throw new Error(`No feature reads files as '${kind}'.`);
      return read(Buffer.from(bytes), fileName, given).catch((error: unknown) => {
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
