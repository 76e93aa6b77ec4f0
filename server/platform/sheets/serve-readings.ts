import { parentPort, workerData } from 'node:worker_threads';
import type { ReaderTable } from './reading.ts';
import { SheetError } from './sheet-error.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Some at a time: the main thread takes each message in a turn of its own, and no turn is long. */
const ITEMS_PER_MESSAGE = 250;

/** The whole life of a worker's thread: it reads the one file that it was started with. */
export function serveReadings(tables: readonly ReaderTable[]): void {
  run(tables, workerData as ToWorker).catch((error: unknown) => {
    // Anything but a SheetError is a fault of ours: let it end the worker, so that it is reported as one.
    if (!(error instanceof SheetError)) throw error;
    send({ kind: 'refused', code: error.code, message: error.message });
  });
}

async function run(tables: readonly ReaderTable[], { file, fileName, kind, given }: ToWorker): Promise<void> {
  const read = tables.find((table) => table.has(kind))?.get(kind);
  if (read === undefined) throw new Error(`No feature reads files as '${kind}'.`);
  const answer = await read(Buffer.from(file), fileName, given);
  const rest: Record<string, unknown> = {};
  for (const [list, value] of Object.entries(answer)) {
    if (!Array.isArray(value) || value.length <= ITEMS_PER_MESSAGE) {
      rest[list] = value;
      continue;
    }
    for (let from = 0; from < value.length; from += ITEMS_PER_MESSAGE) {
      await sendAndWait({ kind: 'items', list, items: value.slice(from, from + ITEMS_PER_MESSAGE) });
    }
  }
  send({ kind: 'done', rest });
}

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

/** Waits until the main thread asks for more, or it would take everything that is queued in one turn. */
function sendAndWait(message: FromWorker): Promise<void> {
  return new Promise((resolve) => {
    parentPort?.once('message', () => resolve());
    send(message);
  });
}
