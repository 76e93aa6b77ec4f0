import { Worker } from 'node:worker_threads';
import type { ErrorCode } from '../../shared/errors.ts';
import { Problem } from '../http/problem.ts';
import type { Turns } from '../sheets/turns.ts';
import { limits } from './limits.ts';

/** What a worker of this folder says: how far it is, and at last what came of it. */
export type WorkerWord<T> =
  | { progress: { done: number; total: number } }
  | { result: T }
  | { problem: { code: ErrorCode; details: unknown } };

export interface WorkOptions {
  /** Ends the waiting or the worker; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds for the making itself, waiting for a turn not counted. */
  timeLimit?: number;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Does a piece of work in a thread of its own, of low priority and bounded in memory and time, while the main
 * thread goes on serving. The worker refuses with a Problem, which is thrown here. Throws Problem 'overloaded'
 * when too many wait or it takes too long, and the signal's reason when it was stopped.
 */
export async function inWorker<T>(
  code: URL,
  workerData: unknown,
  turns: Turns,
  { signal, timeLimit = limits.milliseconds, onProgress }: WorkOptions,
): Promise<T> {
  signal?.throwIfAborted();
  const giveBack = await turns.take(signal);
  if (!giveBack) throw new Problem('overloaded', undefined, 10);
  const worker = new Worker(code, {
    execArgv: [],
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: 64 },
  });
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      worker.on('message', (word: WorkerWord<T>) => {
        if ('progress' in word) onProgress?.(word.progress.done, word.progress.total);
        else if ('problem' in word) reject(new Problem(word.problem.code, word.problem.details));
        else resolve(word.result);
      });
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
