import { parentPort, workerData } from 'node:worker_threads';
import { readFile } from './read-file.ts';
import type { SheetRow } from './sheet.types.ts';
import { SheetError } from './sheet-error.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

/** Some cells at a time: the main thread takes each message in a turn of its own, and no turn is long. */
const CELLS_PER_MESSAGE = 4_000;

async function run({ file, fileName }: ToWorker): Promise<void> {
  const sheets = await readFile(Buffer.from(file), fileName);
  for (const sheet of sheets) {
    send({ kind: 'sheet', name: sheet.name });
    let rows: SheetRow[] = [];
    let cells = 0;
    for (const row of sheet.rows) {
      rows.push(row);
      cells += row.cells.length;
      if (cells < CELLS_PER_MESSAGE) continue;
      await sendAndWait({ kind: 'rows', rows });
      rows = [];
      cells = 0;
    }
    if (rows.length > 0) await sendAndWait({ kind: 'rows', rows });
  }
  send({ kind: 'done' });
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
