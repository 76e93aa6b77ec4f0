import { readFileSync } from 'node:fs';
import type { ErrorCode } from '../../../shared/errors.ts';
import { Problem } from '../http/problem.ts';
import type { Line } from '../lib/priority-semaphore.ts';
import { startWorker } from './hosted-worker.ts';
import { workerLimits } from './limits.ts';
import { ReadyWorkers } from './ready-workers.ts';
import { restFor, waited } from './worker-pool.ts';

/** What a worker sends: how far it is, and at last its answer, whose bytes and lists come in parts before. */
export type WorkerMessage =
  | { progress: { done: number; total: number } }
  | { part: { name: string; value: Uint8Array | unknown[] } }
  | (WorkerAnswer & { isReady: boolean });

/** The end of a piece of work; with `isReady` when the worker then waits for another one. */
export type WorkerAnswer =
  | { result: object }
  | { problem: { code: ErrorCode; details: unknown; retryAfter: number | undefined } };

/** The worker was ended by another process, as by a machine that is short of memory: the next one may succeed. */
export class WorkerKilled extends Problem {
  constructor() {
    super('overloaded', undefined, 2);
  }
}

export interface WorkOptions {
  /** The line in which the work waits for a worker; that of reports where it is left out. */
  turns?: Line;
  /** Ends the waiting or the worker; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds for the work itself, of processor time where the system tells it (Linux), else by the clock. */
  timeLimit?: number;
  /**
   * The same by the clock: of the lowest priority, a worker gets a small share of a busy machine. Neither waiting for a
   * turn nor giving way to others counts. Four times `timeLimit` where it is left out.
   */
  clockLimit?: number;
  /** V8 heap of the worker, in megabytes. */
  heapMb?: number;
  onProgress?: (done: number, total: number) => void;
  /** The answer's bytes are left as the pieces in which they come. */
  inPieces?: boolean;
  /** The refusals where too many wait or the machine is too busy, and where the work used up its time or its memory. */
  refusals?: { busy: () => Error; spent: () => Error };
}

/** Milliseconds of one of the units in which Linux tells a process's processor time (USER_HZ is 100 everywhere). */
const TICK_MS = 10;

const readyWorkers = new ReadyWorkers();

const usual = {
  busy: () => new Problem('overloaded', undefined, 10),
  spent: () => new Problem('overloaded', undefined, 30),
};

/**
 * Does a piece of work in a process of the lowest priority, bounded in memory and time: one of its own, or one that has
 * just done another such piece and says that it can do more. Not in a thread: V8 collects the garbage of all threads with
 * helpers of the process's own priority, which took a third of a report's time from votes. Between its steps a worker
 * gives way to work of a higher priority. The worker refuses with a Problem, which is thrown here.
 * @throws Problem 'overloaded' when too many wait, it takes too long or is killed (WorkerKilled); the signal's reason
 */
export async function inWorker<T extends object>(
  { file, execArgv }: { file: string; execArgv: string[] },
  input: object,
  options: WorkOptions = {},
): Promise<T> {
  const { turns = waited, signal, onProgress, refusals, inPieces = false } = options;
  const { timeLimit = workerLimits.milliseconds, heapMb = workerLimits.heapMb } = options;
  const { clockLimit = 4 * timeLimit } = options;
  signal?.throwIfAborted();
  const permit = await turns.take(signal);
  if (permit === undefined) throw (refusals ?? usual).busy();
  const kind = { file, execArgv: [...execArgv, `--max-old-space-size=${heapMb}`] };
  const worker = readyWorkers.take(kind) ?? startWorker(kind);
  // What it has used for others.
  const usedBefore = processorMs(worker.pid) ?? 0;
  // The permit ends with the worker, so that never more run than have one; the caller need not wait for that.
  worker.once('exit', permit.end);
  let isReady = false;
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  try {
    return await new Promise<T>((resolve, reject) => {
      const parts = new Map<string, (Uint8Array | unknown[])[]>();
      worker.on('message', (said) => {
        const message = said as WorkerMessage;
        if ('progress' in message) {
          onProgress?.(message.progress.done, message.progress.total);
          return;
        }
        if ('part' in message) {
          const { name, value } = message.part;
          parts.set(name, [...(parts.get(name) ?? []), value]);
          return;
        }
        isReady = message.isReady;
        if ('problem' in message) {
          const { code, details, retryAfter } = message.problem;
          reject(new Problem(code, details, retryAfter));
        } else {
          const joined = [...parts].map(([name, values]) => [name, join(values, inPieces)]);
          resolve({ ...message.result, ...Object.fromEntries(joined) } as T);
        }
      });
      worker.once('error', (error) => {
        // It never ran, and so never ends.
        permit.end();
        reject(error);
      });
      worker.once('exit', (_code, killedBy) => {
        // By SIGABRT it ends itself, when its own memory is used up: so would the next one.
        if (killedBy === 'SIGABRT' && refusals) reject(refusals.spent());
        else if (killedBy === null || killedBy === 'SIGABRT') {
          reject(new Error('The worker ended without an answer.'));
        } else reject(new WorkerKilled());
      });
      let left = clockLimit;
      let since = performance.now();
      const look = () => {
        const worked = performance.now() - since;
        const now = processorMs(worker.pid);
        const used = now === null ? clockLimit - left + worked : now - usedBefore;
        const free = Math.min(timeLimit - used, left - worked);
        const { busy, spent } = refusals ?? usual;
        // Where others had the processor, the work is no larger than it may be.
        if (free <= 0) reject(now === null || used >= timeLimit ? spent() : busy());
        else timer = setTimeout(look, free);
      };
      const startTimer = () => {
        since = performance.now();
        look();
      };
      startTimer();
      worker.on('step', async () => {
        clearTimeout(timer);
        const worked = performance.now() - since;
        left -= worked;
        const mayGoOn = await permit.step(await restFor(turns, worked, clockLimit - left));
        // Its last step may be heard of after it was ended.
        if (!mayGoOn || worker.killed) return;
        startTimer();
        worker.goOn();
      });
      onAbort = () => reject(signal?.reason);
      signal?.addEventListener('abort', onAbort, { once: true });
      if (signal?.aborted) onAbort();
      worker.send(input);
    });
  } finally {
    clearTimeout(timer);
    if (onAbort) signal?.removeEventListener('abort', onAbort);
    if (isReady && worker.connected) {
      worker.removeAllListeners();
      permit.end();
      readyWorkers.keep(kind, worker);
    } else worker.kill();
  }
}

/** Processor time that a process has used, in milliseconds; none before it runs, null where the system does not tell. */
function processorMs(pid: number | undefined): number | null {
  if (pid === undefined) return 0;
  try {
    // The fields after the command's name, which stands in parentheses: utime and stime are the 12th and the 13th.
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ');
    const [user, system] = fields.split(' ').slice(11, 13);
    return (Number(user) + Number(system)) * TICK_MS;
  } catch {
    return null;
  }
}

function join(values: (Uint8Array | unknown[])[], inPieces: boolean): Uint8Array | unknown[] {
  if (!(values[0] instanceof Uint8Array)) return values.flat(1);
  return inPieces ? values : Buffer.concat(values as Uint8Array[]);
}
