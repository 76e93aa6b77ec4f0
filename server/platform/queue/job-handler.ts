import type { Db } from '../db/engine.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';
import type { Line } from '../lib/priority-semaphore.ts';
import type { WorkOptions } from './in-worker.ts';
import type { Task } from './tasks.ts';

/** What a job is done with: it ends with the signal, and takes its workers' turns. */
export interface JobOptions extends WorkOptions {
  turns: Line;
  signal: AbortSignal;
  /** Throws where the job is not in one's hands any more; asked in the transaction that stores its outcome. */
  assertOwn: (trx: Db) => Promise<void>;
}

/** Does a job that is more than a report made in a worker, since it also writes to the store. */
export type JobHandler<T extends Task = Task> = (task: T, options: JobOptions) => Promise<FileInPieces>;

/** Handlers by their task's kind; any other job is a report. */
export type JobTable = Readonly<Record<string, JobHandler>>;

/** The jobs of a feature, whose kinds are those of the union `T`. */
export function jobTable<T extends Task>(
  handlers: {
    [K in T['kind']]: JobHandler<Extract<T, { kind: K }>>;
  },
): JobTable {
  // A handler is called with tasks of its own kind alone.
  return handlers as object as JobTable;
}
