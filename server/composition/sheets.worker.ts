import { parentPort, workerData } from 'node:worker_threads';
import { SheetError } from '../platform/sheets/sheet-error.ts';
import type { FromWorker, ToWorker } from '../platform/sheets/worker-messages.ts';
import { readAs } from './readers.ts';

/** Some at a time: the main thread takes each message in a turn of its own, and no turn is long. */
const ITEMS_PER_MESSAGE = 250;

async function run({ file, fileName, kind, given }: ToWorker): Promise<void> {
  const answer = await readAs(kind, Buffer.from(file), fileName, given);
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

run(workerData as ToWorker).catch((error: unknown) => {
  // Anything but a SheetError is a fault of ours: let it end the worker, so that it is reported as one.
  if (!(error instanceof SheetError)) throw error;
  send({ kind: 'refused', code: error.code, message: error.message });
});
