import type { Db } from '../db/engine.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';
import type { BoundedSemaphore } from '../lib/priority-semaphore.ts';
import type { TaskOptions } from './in-worker.ts';
import type { Task } from './tasks.ts';

/** Options for a job: the signal ends the job, and the semaphore is the queue for workers. */
export interface JobOptions extends TaskOptions {
  semaphore: BoundedSemaphore;
  signal: AbortSignal;
  /** Throws if another process has the job. Called in the transaction of storing the result. */
  assertOwn: (trx: Db) => Promise<void>;
}

/** Function to run a job with writes to the database, unlike a report made in a worker. */
export type JobHandler<T extends Task = Task> = (task: T, options: JobOptions) => Promise<FileInPieces>;

/** Functions to run jobs. Key: kind of the task ('issueMonth'). A job of another kind is a report. */
export type JobTable = Readonly<Record<string, JobHandler>>;

/** Builds the table of a feature's functions to run jobs, typed by the kinds of the union `T`. */
export function jobTable<T extends Task>(
  handlers: {
    [K in T['kind']]: JobHandler<Extract<T, { kind: K }>>;
  },
): JobTable {
  // A handler is called only with tasks of the same kind.
  return handlers as object as JobTable;
}
