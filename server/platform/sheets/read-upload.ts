import { Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/uploaded-file.ts';
import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type WorkOptions } from '../queue/in-worker.ts';
import { workerLine } from '../queue/worker-pool.ts';
import { sheetLimits } from './limits.ts';
import type { Reading } from './reading.ts';
import type { ReadTask } from './serve-readings.ts';

/** The worker that knows every feature's readers. */
const workerCode = workerScript('../../composition/sheets.worker', import.meta.url);
/** Before reports: reading takes seconds, and a person waits for it. */
const turns = workerLine('prompt', sheetLimits.waiting);
/** Seconds: reading a file takes at most 20. */
const BUSY_RETRY = 30;

const tooLarge = (message: string) => new Problem('sheetTooLarge', { reason: 'sheetTooLarge', message });

const refusals = {
  busy: () =>
    new Problem(
      'overloaded',
      {
        reason: 'sheetBusy',
        message:
          'El servidor está ocupado y no alcanzó a leer el archivo. Espere un minuto y vuelva a subirlo.',
      },
      BUSY_RETRY,
    ),
  spent: () =>
    tooLarge(
      'El archivo es demasiado complejo para leerlo. Copie solo la tabla, como valores, en un libro nuevo y suba ese archivo.',
    ),
};

/**
 * Has a worker make of an uploaded file what the reading says, so that no rule over its rows holds up the main thread.
 * Not to be called within a transaction.
 * @throws Problem sheetTooLarge, sheetUnreadable, overloaded; the signal's reason when it was stopped
 */
export async function readUploadAs<Given, Answer extends object>(
  { bytes, fileName }: UploadedFile,
  { kind }: Reading<Given, Answer>,
  given: Given,
  { signal, timeLimit = sheetLimits.milliseconds }: Pick<WorkOptions, 'signal' | 'timeLimit'> = {},
): Promise<Answer> {
  if (bytes.byteLength > sheetLimits.fileBytes) {
    throw tooLarge(
      'El archivo pesa más de 10 MB. Deje solo la hoja con la tabla, sin imágenes, y vuelva a subirlo.',
    );
  }
  const task: ReadTask = { bytes, fileName, kind, given };
  const { heapMb, milliseconds, clockMilliseconds } = sheetLimits;
  const clockLimit = timeLimit + clockMilliseconds - milliseconds;
  try {
    return await inWorker<Answer>(workerCode, task, {
      turns,
      signal,
      timeLimit,
      clockLimit,
      heapMb,
      refusals,
    });
  } catch (error) {
    if (error instanceof Problem || signal?.aborted) throw error;
    // A worker that came to an end by itself took nothing with it: the server is as well as before, and says so.
    const problem = new Problem('overloaded', undefined, BUSY_RETRY);
    problem.cause = error;
    throw problem;
  }
}
