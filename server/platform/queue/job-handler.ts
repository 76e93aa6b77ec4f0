import type { FileInPieces } from '../http/file-in-pieces.ts';
import type { BoundedSemaphore } from '../lib/priority-semaphore.ts';
import type { TaskOptions } from './in-worker.ts';
import type { Hold } from './leased-queue.ts';
import type { Task } from './tasks.ts';

/** Options for a background job: the signal to end the job, and the queue for workers. */
export interface JobOptions extends TaskOptions {
  semaphore: BoundedSemaphore;
  signal: AbortSignal;
  /** Makes the renewal of the job's lease, for the transaction of storing the result. */
  renewal: Hold['renewal'];
  /** Throws if another process has taken over the job. */
  assertOwn: () => Promise<void>;
}

/**
 * Function of a feature to run a background job with changes of the store, for example issuing a month's
 * bills. Returns the file for the user.
 */
export type JobHandler<T extends Task = Task> = (task: T, options: JobOptions) => Promise<FileInPieces>;

/** Functions to run jobs. Key: kind of the task ('issueMonth'). A job of another kind is a report. */
export type JobTable = Readonly<Record<string, JobHandler>>;

/**
 * Returns a feature's functions for background jobs as a table. The compiler checks each function against
 * the task of the kind.
 */
export function jobTable<T extends Task>(
  handlers: {
    [K in T['kind']]: JobHandler<Extract<T, { kind: K }>>;
  },
): JobTable {
  // A handler is called only with tasks of the same kind.
  return handlers as object as JobTable;
}
