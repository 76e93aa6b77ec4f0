import { fork } from 'node:child_process';
import type { ErrorCode } from '../../../shared/errors.ts';
import { Problem } from '../http/problem.ts';
import type { Line } from '../lib/priority-semaphore.ts';
import { workerLimits } from './limits.ts';

/** What a worker of this folder says: how far it is, and at last what came of it, a file's bytes in pieces before. */
export type WorkerMessage =
  | { progress: { done: number; total: number } }
  | { piece: Uint8Array }
  | { result: object }
  | { problem: { code: ErrorCode; details: unknown; retryAfter: number | undefined } };

/** The worker was ended by somebody else, as by a machine that is short of memory: another one may come to its end. */
export class WorkerKilled extends Problem {
  constructor() {
    super('overloaded', undefined, 2);
  }
}

export interface WorkOptions {
  /** Ends the waiting or the worker; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds for the making itself, waiting for a turn not counted. */
  timeLimit?: number;
  onProgress?: (done: number, total: number) => void;
}

/**
 * Does a piece of work in a process of its own, of low priority and bounded in memory and time, while this one goes
 * on serving. A thread would not do: V8 collects the garbage of all threads with helpers of the process's own
 * priority, which took a third of a report's time from whoever votes. The worker refuses with a Problem, which is
 * thrown here. Throws Problem 'overloaded' when too many wait, it takes too long or is killed (WorkerKilled), and the
 * signal's reason when it was stopped.
 */
export async function inWorker<T extends object>(
  { file, execArgv }: { file: string; execArgv: string[] },
  input: object,
  turns: Line,
  { signal, timeLimit = workerLimits.milliseconds, onProgress }: WorkOptions,
): Promise<T> {
  signal?.throwIfAborted();
  const giveBack = await turns.take(signal);
  if (!giveBack) throw new Problem('overloaded', undefined, 10);
  const worker = fork(file, [], {
    execArgv: [...execArgv, `--max-old-space-size=${workerLimits.heapMb}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  // The turn ends with the worker, so that never more run than have one; the caller need not wait for that.
  worker.once('exit', giveBack);
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const pieces: Uint8Array[] = [];
      worker.on('message', (word: WorkerMessage) => {
        if ('progress' in word) onProgress?.(word.progress.done, word.progress.total);
        else if ('piece' in word) pieces.push(word.piece);
        else if ('problem' in word) reject(problemOf(word.problem));
        else
          resolve(
            (pieces.length === 0 ? word.result : { ...word.result, bytes: Buffer.concat(pieces) }) as T,
          );
      });
      worker.once('error', (error) => {
        // It never ran, and so never ends.
        giveBack();
        reject(error);
      });
      worker.once('exit', (_code, killedBy) =>
        // By SIGABRT it ends itself, when its own memory is used up: so would the next one.
        reject(
          killedBy === null || killedBy === 'SIGABRT'
            ? new Error('The worker that makes documents ended without an answer.')
            : new WorkerKilled(),
        ),
      );
      timer = setTimeout(() => reject(new Problem('overloaded', undefined, 30)), timeLimit);
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
      worker.send(input, (error) => error && reject(error));
    });
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    worker.kill('SIGKILL');
  }
}

const problemOf = ({
  code,
  details,
  retryAfter,
}: Extract<WorkerMessage, { problem: unknown }>['problem']): Problem =>
  new Problem(code, details, retryAfter);
