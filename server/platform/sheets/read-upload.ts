import { Problem } from '../http/problem.ts';
import type { UploadedFile } from '../http/uploaded-file.ts';
import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type TaskOptions } from '../queue/in-worker.ts';
import { workerSemaphore } from '../queue/worker-pool.ts';
import { sheetLimits } from './limits.ts';
import type { Reading } from './reading.ts';
import type { ReadTask } from './serve-readings.ts';

/** Script of the worker with the reading functions of all features. */
const workerCode = workerScript('../../composition/sheets.worker', import.meta.url);
/** Queue of files to read, of higher priority than reports: reading takes seconds while a person waits. */
const semaphore = workerSemaphore('prompt', sheetLimits.waiting);
/** Seconds until a client should try again after a full queue: reading a file takes at most 20. */
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
 * Reads an uploaded file in a worker process and returns the reading's answer. Never call within a
 * transaction: reading takes seconds.
 * @param reading kind of reading, for example payments
 * @param options the caller as `actor` ('user:12'), since persons take turns; the signal to abort
 * @throws Problem sheetTooLarge, sheetUnreadable, overloaded; the signal's reason on abort
 */
export async function readUploadAs<Given, Answer extends object>(
  { bytes, fileName }: UploadedFile,
  { kind }: Reading<Given, Answer>,
  input: Given,
  options: Pick<TaskOptions, 'actor' | 'signal' | 'timeLimit'>,
): Promise<Answer> {
  if (bytes.byteLength > sheetLimits.fileBytes) {
    throw tooLarge(
      'El archivo pesa más de 10 MB. Deje solo la hoja con la tabla, sin imágenes, y vuelva a subirlo.',
    );
  }
  const { actor, signal, timeLimit = sheetLimits.milliseconds } = options;
  const task: ReadTask = { bytes, fileName, kind, input };
  const { heapMb, milliseconds, clockMilliseconds } = sheetLimits;
  const clockLimit = timeLimit + clockMilliseconds - milliseconds;
  try {
    return await inWorker<Answer>(workerCode, task, {
      semaphore,
      actor,
      signal,
      timeLimit,
      clockLimit,
      heapMb,
      refusals,
    });
  } catch (error) {
    if (error instanceof Problem || signal?.aborted) throw error;
    // A worker that ended by itself did not damage the server, so the answer is a retry.
    const problem = new Problem('overloaded', undefined, BUSY_RETRY);
    problem.cause = error;
    throw problem;
  }
}
