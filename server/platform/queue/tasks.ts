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
}

/** Media type of a report's screen preview. A report without preview answers with the usual format. */
export const PREVIEW = 'application/json';

/** Report for a worker to make. The kind is the id of the endpoint. */
export interface ReportTask extends Task, ReportInput {}

/** Function to report progress: steps done and total steps. Called often; the receiver skips some calls. */
export type Progress = (done: number, total: number) => void;

/**
 * Function to run a task in a worker thread or process, with a database connection of the worker. `progress`
 * reports steps done. Resolves to the answer of the task, plain data; errors reach the caller in the server
 * unchanged.
 */
export type TaskRunner<T extends Task = Task> = (db: Db, task: T, progress: Progress) => Promise<object>;

/** Function to make the file of a report. */
export type ReportMaker<I extends ReportInput = ReportInput> = (
  db: Db,
  input: I,
  progress: Progress,
) => Promise<FileAnswer>;

/**
 * Functions to run tasks. Key: kind of the task ('billPapers'). Value: loads the function at the first use.
 */
export type TaskTable = Readonly<Record<string, () => Promise<TaskRunner>>>;

/**
 * Builds the table of a feature's functions to run tasks, without reports. The types tie each kind of the
 * union `T` to a function for its task.
 */
export function taskTable<T extends Task>(
  runners: {
    [K in T['kind']]: () => Promise<TaskRunner<Extract<T, { kind: K }>>>;
  },
): TaskTable {
  // A runner is called only with tasks of the same kind.
  return runners as object as TaskTable;
}
