import { Worker } from 'node:worker_threads';
import { Problem } from '../http/problem.ts';
import { Turns } from '../sheets/turns.ts';
import { workerFile } from '../sheets/worker-file.ts';
import type { PdfInput } from './documents.ts';
import { limits } from './limits.ts';

const workerCode = workerFile('./pdf.worker', import.meta.url);
const turns = new Turns(limits.workers, limits.waiting);

export interface PdfOptions {
  /** Ends the waiting or the worker; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds for the making itself, waiting for a turn not counted. */
  timeLimit?: number;
}

/**
 * Makes a PDF of plain rows, in a worker of its own with low priority, bounded in memory and time, while the
 * main thread goes on serving. Throws Problem 'overloaded' when too many wait or it takes too long, and the
 * signal's reason when it was stopped.
 */
export async function pdf(
  input: PdfInput,
  { signal, timeLimit = limits.milliseconds }: PdfOptions = {},
): Promise<Uint8Array> {
  signal?.throwIfAborted();
  const giveBack = await turns.take(signal);
  if (!giveBack) throw new Problem('overloaded', undefined, 10);
  const worker = new Worker(workerCode, {
    execArgv: [],
    workerData: input,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 64 },
  });
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<Uint8Array>((resolve, reject) => {
      worker.on('message', resolve);
      worker.on('error', reject);
      worker.on('exit', () => reject(new Error('The worker that makes documents ended without an answer.')));
      timer = setTimeout(() => reject(new Problem('overloaded', undefined, 30)), timeLimit);
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
    });
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    // The turn ends with the worker, so that never more run than have one; the caller need not wait for that.
    void worker.terminate().finally(giveBack);
  }
}
