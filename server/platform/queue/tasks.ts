import type { FileAnswer } from '../../../shared/api.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Db } from '../db/engine.ts';

/** What a worker is asked to do with the store. Plain data: it crosses over to the worker, or is kept as JSON. */
export interface Task {
  kind: string;
}

/** What a report is asked with: parameters and query of its endpoint, as its schemas have them. */
export interface ReportInput<P = unknown, Q = unknown> {
  params: P;
  query: Q;
  /** Whose eyes it is for: a few look otherwise for some. */
  profileId?: Profile;
}

/** The media type of a report for the screen; a report that has none answers with its usual format. */
export const PREVIEW = 'application/json';

/** A report to make: its kind is the id of its endpoint. */
export interface ReportTask extends Task, ReportInput {}

/** How far a task is, in its own steps. Called often; whoever listens thins it out. */
export type Progress = (done: number, total: number) => void;

/**
 * Does a task in a worker with a connection of its own, where it may take the thread for as long as it needs. Refusals
 * are Problems, which cross back as they are.
 */
export type TaskRunner<T extends Task = Task> = (db: Db, task: T, progress: Progress) => Promise<object>;

/** Makes the file of a report. */
export type ReportMaker<I extends ReportInput = ReportInput> = (
  db: Db,
  input: I,
  progress: Progress,
) => Promise<FileAnswer>;

/** What does each kind of task: a worker loads only what it is asked for. */
export type TaskTable = Readonly<Record<string, () => Promise<TaskRunner>>>;

/** The tasks of a feature that are no reports, whose kinds are those of the union `T`. */
export function taskTable<T extends Task>(
  runners: {
    [K in T['kind']]: () => Promise<TaskRunner<Extract<T, { kind: K }>>>;
  },
): TaskTable {
  // A runner is called with tasks of its own kind alone.
  return runners as object as TaskTable;
}
