import { Problem } from '../http/problem.ts';
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

/** The whole life of a worker's process: it reads the one file that it was started for. */
export function serveReadings(tables: readonly ReaderTable[]): void {
  serveTask(async ({ bytes, fileName, kind, given }: ReadTask) => {
    const read = tables.find((table) => table.has(kind))?.get(kind);
    if (read === undefined) throw new Error(`No feature reads files as '${kind}'.`);
    return read(Buffer.from(bytes), fileName, given).catch((error: unknown) => {
      throw error instanceof SheetError ? refusalOf(error) : error;
    });
  });
}

function refusalOf({ code, message }: SheetError): Problem {
  const tooLarge = code === 'sheetTooLarge' || code === 'sheetTooManyRows';
  return new Problem(tooLarge ? 'sheetTooLarge' : 'sheetUnreadable', { reason: code, message });
}
