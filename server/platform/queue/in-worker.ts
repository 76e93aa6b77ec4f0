import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../../shared/errors.ts';
import { Problem } from '../http/problem.ts';
import type { BoundedSemaphore } from '../lib/priority-semaphore.ts';
import { type HostedWorker, startWorker } from './hosted-worker.ts';
import { workerLimits } from './limits.ts';
import { ReadyWorkers } from './ready-workers.ts';
import { restFor, waited } from './worker-pool.ts';

/** Message of a worker to the server: progress, a part of a large value, or finally the answer. */
export type WorkerMessage =
  | { progress: { done: number; total: number } }
  | { part: { name: string; value: Uint8Array | unknown[] } }
  | (WorkerAnswer & { isReady: boolean });

/** Answer of a worker: the result of the task, or a Problem (refusal) as plain data. */
export type WorkerAnswer =
  | { result: object }
  | { problem: { code: ErrorCode; details: unknown; retryAfter: number | undefined } };

/**
 * Error for a task with a worker killed from outside, for example by the system for lack of memory. Another
 * attempt may succeed.
 */
export class WorkerKilled extends Problem {
  constructor() {
    super('overloaded', undefined, 2);
  }
}

/** Options for a task in a worker. */
export interface TaskOptions {
  /**
   * Person with the task ('user:12'): tasks of different persons take turns in the queue. Null for work of
   * the server itself.
   */
  actor: string | null;
  /** Queue for waiting for a free worker. Default: the queue of reports. */
  semaphore?: BoundedSemaphore;
  /** Signal to abort the wait or the worker. The promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Time limit of the task in milliseconds of processor time (Linux), elsewhere by the clock. */
  timeLimit?: number;
  /**
   * Time limit of the task by the clock, in milliseconds: a worker of the lowest priority gets a small share of a
   * busy machine. Does not count waiting for a free worker and pauses for others. Default: four times `timeLimit`.
   */
  clockLimit?: number;
  /** Memory limit of the worker (V8 heap), in megabytes. */
  heapMb?: number;
  /** Called with the done and the total steps. */
  onProgress?: (done: number, total: number) => void;
  /** True to return the bytes of the answer in the received pieces, without joining. */
  inPieces?: boolean;
  /** Errors to throw: `busy` for a full queue or busy machine, `spent` for too much time or memory. */
  refusals?: { busy: () => Error; spent: () => Error };
}

/** Milliseconds of a unit (tick) of processor time in Linux: USER_HZ is 100 everywhere. */
const CPU_TICK_MS = 10;

const readyWorkers = new ReadyWorkers();

const usual = {
  busy: () => new Problem('overloaded', undefined, 10),
  spent: () => new Problem('overloaded', undefined, 30),
};

/**
 * Runs a task in a separate process of low priority, with limits for memory and time, and returns the
 * result. Uses an idle process of the same kind, or starts a process. Not a thread, because threads would
 * take processor time from votes. Between steps, the worker pauses for work of higher priority.
 * @param file script and arguments of the worker
 * @throws Problem 'overloaded' if the queue is full, the time is over or the worker is killed
 * (WorkerKilled); a Problem of the task; the signal's reason on abort
 */
export async function inWorker<T extends object>(
  { file, execArgv }: { file: string; execArgv: string[] },
  input: object,
  options: TaskOptions,
): Promise<T> {
  const { semaphore = waited, actor, signal, refusals } = options;
  const { timeLimit = workerLimits.milliseconds, heapMb = workerLimits.heapMb } = options;
  const { clockLimit = 4 * timeLimit } = options;
  signal?.throwIfAborted();
  const permit = await semaphore.take(signal, actor ?? undefined);
  if (permit === undefined) throw (refusals ?? usual).busy();
  const kind = { file, execArgv: [...execArgv, `--max-old-space-size=${heapMb}`] };
  const worker = readyWorkers.take(kind) ?? startWorker(kind);
  // Processor time used for earlier tasks.
  const usedBefore = processorMs(worker.pid) ?? 0;
  // The permit lasts until the exit, so the number of running workers never exceeds the permits. The caller does not
  // wait.
  worker.once('exit', permit.end);
  let isReady = false;
  let stopClock: (() => void) | undefined;
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      onAnswer(worker, options, (answer) => {
        isReady = answer.isReady;
        if ('problem' in answer) {
          const { code, details, retryAfter } = answer.problem;
          reject(new Problem(code, details, retryAfter));
        } else resolve(answer.result as T);
      });
      worker.once('error', (error) => {
        // The worker never ran, so no exit event follows.
        permit.end();
        reject(error);
      });
      worker.once('exit', (_code, killedBy) => {
        // SIGABRT means V8 out of memory: another attempt would end the same way.
        if (killedBy === 'SIGABRT') reject((refusals ?? usual).spent());
        else if (killedBy === null) reject(new Error('The worker ended without an answer.'));
        else reject(new WorkerKilled());
      });
      const clock = startClock({
        worker,
        usedBefore,
        timeLimit,
        clockLimit,
        refusals: refusals ?? usual,
        reject,
      });
      stopClock = clock.stop;
      worker.on('step', async () => {
        const worked = clock.pause();
        const mayGoOn = await permit.step(await restFor(semaphore, worked, clock.passed()));
        // The last step may arrive after the kill.
        if (!mayGoOn || worker.killed) return;
        clock.goOn();
        worker.goOn();
      });
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
      worker.send(input);
    });
  } finally {
    stopClock?.();
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    if (isReady && worker.connected) {
      worker.removeAllListeners();
      permit.end();
      readyWorkers.keep(kind, worker);
    } else worker.kill();
  }
}

/** Listens to the messages of a worker. @param answered gets the answer, with the parts joined in the result */
function onAnswer(
  worker: HostedWorker,
  { onProgress, inPieces = false }: Pick<TaskOptions, 'onProgress' | 'inPieces'>,
  answered: (answer: WorkerAnswer & { isReady: boolean }) => void,
): void {
  const parts = new Map<string, (Uint8Array | unknown[])[]>();
  worker.on('message', (data) => {
    const message = data as WorkerMessage;
    if ('progress' in message) {
      onProgress?.(message.progress.done, message.progress.total);
      return;
    }
    if ('part' in message) {
      const { name, value } = message.part;
      parts.set(name, [...(parts.get(name) ?? []), value]);
      return;
    }
    if ('problem' in message) {
      answered(message);
      return;
    }
    const joined = [...parts].map(([name, values]) => [name, join(values, inPieces)]);
    answered({ ...message, result: { ...message.result, ...Object.fromEntries(joined) } });
  });
}

/**
 * Starts the clock of a task: rejects the task over a time limit. The clock stands still between two steps.
 * @param usedBefore processor time of the worker for earlier tasks, in milliseconds
 */
function startClock({
  worker,
  usedBefore,
  timeLimit,
  clockLimit,
  refusals,
  reject,
}: Required<Pick<TaskOptions, 'timeLimit' | 'clockLimit' | 'refusals'>> & {
  worker: HostedWorker;
  usedBefore: number;
  reject: (error: Error) => void;
}) {
  let left = clockLimit;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  function look(): void {
    const worked = performance.now() - since;
    const now = processorMs(worker.pid);
    const used = now === null ? clockLimit - left + worked : now - usedBefore;
    const free = Math.min(timeLimit - used, left - worked);
    // If other processes used the processor, the task itself is not too large.
    if (free <= 0) reject(now === null || used >= timeLimit ? refusals.spent() : refusals.busy());
    else timer = setTimeout(look, free);
  }
  look();
  return {
    /** Stops the clock at the end of a step. Returns the duration of the step in milliseconds. */
    pause: (): number => {
      clearTimeout(timer);
      const worked = performance.now() - since;
      left -= worked;
      return worked;
    },
    /** Returns the time of the steps so far, in milliseconds. */
    passed: (): number => clockLimit - left,
    goOn: (): void => {
      since = performance.now();
      look();
    },
    stop: (): void => clearTimeout(timer),
  };
}

/**
 * Returns the processor time of a process in milliseconds: 0 before the start, null if unknown.
 */
function processorMs(pid: number | undefined): number | null {
  if (pid === undefined) return 0;
  try {
    // Fields after the command in parentheses; utime and stime are the 12th and 13th.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13);
    return (Number(user) + Number(system)) * CPU_TICK_MS;
  } catch {
    return null;
  }
}

function join(values: (Uint8Array | unknown[])[], inPieces: boolean): Uint8Array | unknown[] {
  if (!(values[0] instanceof Uint8Array)) return values.flat(1);
  return inPieces ? values : Buffer.concat(values as Uint8Array[]);
}
