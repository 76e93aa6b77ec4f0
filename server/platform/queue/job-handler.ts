import type { Db } from '../db/engine.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';
import type { BoundedSemaphore } from '../lib/priority-semaphore.ts';
import type { TaskOptions } from './in-worker.ts';
import type { Task } from './tasks.ts';

/** Options of a job: ends with the signal, and takes worker slots from the queue. */
export interface JobOptions extends TaskOptions {
  semaphore: BoundedSemaphore;
  signal: AbortSignal;
  /** Throws if the lease is lost. Called in the transaction that stores the result. */
  assertOwn: (trx: Db) => Promise<void>;
}

/** Handler of a job that also writes to the store, unlike a report made in a worker. */
export type JobHandler<T extends Task = Task> = (task: T, options: JobOptions) => Promise<FileInPieces>;

/** Handlers by kind of task. A job without handler is a report. */
export type JobTable = Readonly<Record<string, JobHandler>>;

/** Builds the job table of a feature, typed by the kinds of the union `T`. */
export function jobTable<T extends Task>(
  handlers: {
    [K in T['kind']]: JobHandler<Extract<T, { kind: K }>>;
  },
): JobTable {
  // A handler is called only with tasks of the same kind.
  return handlers as object as JobTable;
}
