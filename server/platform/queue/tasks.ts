import type { FileAnswer } from '../../../shared/api.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../db/engine.ts';

/** Task of a worker with the store. Plain data: sent to the worker, or stored as JSON. */
export interface Task {
  kind: string;
}

/** Input of a report: validated parameters and query of the endpoint. */
export interface ReportInput<P = unknown, Q = unknown> {
  params: P;
  query: Q;
  /** Profile of the reader; a few reports differ by profile. */
  profileId?: Profile;
}

/** Media type of a screen preview. A report without preview answers with the usual format. */
export const PREVIEW = 'application/json';

/** Report to make. The kind is the id of the endpoint. */
export interface ReportTask extends Task, ReportInput {}

/** Progress callback with steps done and in total. Called often; the receiver throttles. */
export type Progress = (done: number, total: number) => void;

/**
 * Runs a task in a worker with a separate store connection, and may block the thread. Problems are passed back
 * unchanged.
 */
export type TaskRunner<T extends Task = Task> = (db: Db, task: T, progress: Progress) => Promise<object>;

/** Makes the file of a report. */
export type ReportMaker<I extends ReportInput = ReportInput> = (
  db: Db,
  input: I,
  progress: Progress,
) => Promise<FileAnswer>;

/** Lazily loaded runners by kind of task. */
export type TaskTable = Readonly<Record<string, () => Promise<TaskRunner>>>;

/** Builds the task table of a feature, without reports, typed by the kinds of the union `T`. */
export function taskTable<T extends Task>(
  runners: {
    [K in T['kind']]: () => Promise<TaskRunner<Extract<T, { kind: K }>>>;
  },
): TaskTable {
  // A runner is called only with tasks of the same kind.
  return runners as object as TaskTable;
}
