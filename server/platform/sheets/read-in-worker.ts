import { Worker } from 'node:worker_threads';
import { Semaphore } from '../lib/semaphore.ts';
import { workerFile } from '../queue/worker-file.ts';
import { sheetLimits } from './limits.ts';
import type { Reading } from './reading.ts';
import { SheetError } from './sheet-error.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

export interface ReadOptions {
  /** Ends the waiting or the worker; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds for the reading itself, waiting for a turn not counted. */
  timeLimit?: number;
}

/** The worker that knows every feature's readers. */
const workerCode = workerFile('../../composition/sheets.worker', import.meta.url);
const turns = new Semaphore(sheetLimits.workers, sheetLimits.waiting);

/**
 * Reads an uploaded file in a worker of its own, bounded in memory and time, while the main thread goes on serving;
 * the reading says what is to be made of it. `bytes` are copied, and may be reused once this has been called.
 * Throws SheetError when the file is refused, the signal's reason when it was stopped.
 */
export async function readInWorker<Given, Answer extends object>(
  { bytes, fileName }: { bytes: Uint8Array; fileName: string },
  { kind }: Reading<Given, Answer>,
  given: Given,
  { signal, timeLimit = sheetLimits.milliseconds }: ReadOptions = {},
): Promise<Answer> {
  signal?.throwIfAborted();
  if (bytes.byteLength > sheetLimits.fileBytes) throw tooHeavy();
  const file = new Uint8Array(bytes).buffer; // a plain copy: a Buffer's memory may be shared with others
  const giveBack = await turns.take(signal);
  if (!giveBack) throw busy();
  const worker = new Worker(workerCode, {
    execArgv: [],
    workerData: { file, fileName, kind, given } satisfies ToWorker,
    transferList: [file],
    resourceLimits: { maxOldGenerationSizeMb: sheetLimits.heapMb, maxYoungGenerationSizeMb: 64 },
  });
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const lists: Record<string, unknown[]> = {};
      worker.on('message', (message: FromWorker) => {
        if (message.kind === 'items') {
          const list = lists[message.list] ?? [];
          lists[message.list] = list;
          for (const item of message.items) list.push(item);
          worker.postMessage('more');
        } else if (message.kind === 'refused') reject(new SheetError(message.code, message.message));
        else resolve({ ...message.rest, ...lists } as Answer);
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch(error) : error);
      });
      worker.on('exit', () =>
        reject(new Error('The worker that reads spreadsheets ended without an answer.')),
      );
      timer = setTimeout(() => reject(tooMuch()), timeLimit);
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    // The turn ends with the worker, so that never more run than have one; the caller need not wait for that.
    void worker.terminate().finally(giveBack);
  }
}

function tooHeavy(): SheetError {
  return new SheetError(
    'sheetTooLarge',
    'El archivo pesa más de 10 MB. Deje solo la hoja con la tabla, sin imágenes, y vuelva a subirlo.',
  );
}

function tooMuch(cause?: unknown): SheetError {
  return new SheetError(
    'sheetTooLarge',
    'El archivo es demasiado complejo para leerlo. Copie solo la tabla, como valores, en un libro nuevo y suba ese archivo.',
    { cause },
  );
}

function busy(): SheetError {
  return new SheetError(
    'sheetBusy',
    'Se están leyendo muchos archivos en este momento. Espere un minuto y vuelva a subirlo.',
  );
}
