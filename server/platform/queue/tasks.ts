import type { FileAnswer } from '../../../shared/api.ts';
import type { Db } from '../db/engine.ts';

/** What a worker is asked to do with the store. Plain data: it crosses over to the worker, or is kept as JSON. */
export interface Task {
  kind: string;
}

/** A task that ends with a file of its format. */
export interface ReportTask extends Task {
  format: string;
}

/** How far a task is, in its own steps. Called often; whoever listens thins it out. */
export type Progress = (done: number, total: number) => void;

/**
 * Does a task in a worker with a connection of its own, where it may take the thread for as long as it needs. Refusals
 * are Problems, which cross back as they are.
 */
export type TaskRunner<T extends Task = Task> = (db: Db, task: T, progress: Progress) => Promise<object>;

/** Makes a report of what the store holds as of one instant. */
export type ReportMaker<T extends ReportTask = ReportTask> = (
  db: Db,
  task: T,
  progress: Progress,
) => Promise<FileAnswer>;

type RunnerOf<T extends Task> = T extends ReportTask ? ReportMaker<T> : TaskRunner<T>;

/** What does each kind of task: a worker loads only what it is asked for. */
export type TaskTable = Readonly<Record<string, () => Promise<TaskRunner>>>;

/** The tasks of a feature, whose kinds are those of the union `T`. */
export function taskTable<T extends Task>(
  runners: {
    [K in T['kind']]: () => Promise<RunnerOf<Extract<T, { kind: K }>>>;
  },
): TaskTable {
  // A runner is called with tasks of its own kind alone.
  return runners as object as TaskTable;
}
