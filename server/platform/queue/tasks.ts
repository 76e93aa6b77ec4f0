import type { FileAnswer } from '../../../shared/api.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../db/engine.ts';

/** Task for a worker with a database connection. Plain data: sent to the worker, or stored as JSON. */
export interface Task {
  kind: string;
}

/** Input of a report: validated path parameters and query of the endpoint. */
export interface ReportInput<P = unknown, Q = unknown> {
  params: P;
  query: Q;
  /** Profile of the reader; a few reports differ by profile. */
  profileId?: Profile;
  /** Web address of the server, for links on papers. Absent for a report of a mail. */
  publicUrl?: string;
}

/** Media type of a report's preview on screen. A report without a preview answers with the usual format. */
export const PREVIEW = 'application/json';

/** Report for a worker to make. The kind is the id of the endpoint. */
export interface ReportTask extends Task, ReportInput {}

/** Function to report progress: steps done and total steps. Called often; the receiver skips some calls. */
export type Progress = (done: number, total: number) => void;

/**
 * Function of a feature to run a task in a worker, with the worker's database connection.
 * @param progress reports the steps done
 * @returns answer as plain data; errors reach the caller in the server unchanged
 */
export type TaskRunner<T extends Task = Task> = (db: Db, task: T, progress: Progress) => Promise<object>;

/** Function to make the file of a report. */
export type ReportMaker<I extends ReportInput = ReportInput> = (
  db: Db,
  input: I,
  progress: Progress,
) => Promise<FileAnswer>;

/**
 * Functions to run tasks in a worker. Key: kind of the task ('billPapers'). Value: loads the function at
 * the first use.
 */
export type TaskTable = Readonly<Record<string, () => Promise<TaskRunner>>>;

/**
 * Returns a feature's functions for worker tasks (other than reports) as a table. The compiler checks each
 * function against the task of the kind.
 */
export function taskTable<T extends Task>(
  runners: {
    [K in T['kind']]: () => Promise<TaskRunner<Extract<T, { kind: K }>>>;
  },
): TaskTable {
  // A runner is called only with tasks of the same kind.
  return runners as object as TaskTable;
}
