import type { FileAnswer } from '../../../shared/api.ts';
import type { StoreAddress } from '../db/connect.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';
import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type TaskOptions } from './in-worker.ts';
import type { ReportTask, Task } from './tasks.ts';

/** Script of the worker with the tasks of all features. */
const workerCode = workerScript('../../composition/store.worker', import.meta.url);

interface PiecesAnswer extends Omit<FileAnswer, 'bytes'> {
  bytes: Uint8Array[];
}

/**
 * Runs a task with database access in a worker process, with a new database connection. Limits and errors
 * as in `inWorker`.
 * @param address location of the store
 */
export function runInWorker<A extends object>(
  address: StoreAddress,
  task: Task,
  options: TaskOptions,
): Promise<A> {
  return inWorker<A>(workerCode, { address, task }, options);
}

/** Makes a report in a worker. Returns the file in pieces to store or send. */
export async function makeReportFile(
  address: StoreAddress,
  task: ReportTask,
  options: TaskOptions,
): Promise<FileInPieces> {
  const pieceOptions = { ...options, inPieces: true };
  const { bytes: pieces, ...named } = await runInWorker<PiecesAnswer>(address, task, pieceOptions);
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return { ...named, length, pieces };
}

/** Makes a report in a worker. Returns the whole file. */
export const makeReport = (
  address: StoreAddress,
  task: ReportTask,
  options: TaskOptions,
): Promise<FileAnswer> => runInWorker<FileAnswer>(address, task, options);
