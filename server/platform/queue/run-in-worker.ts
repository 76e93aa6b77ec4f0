import type { FileAnswer } from '../../../shared/api.ts';
import type { StoreAddress } from '../db/connect.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';
import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type WorkOptions } from './in-worker.ts';
import type { ReportTask, Task } from './tasks.ts';

/** The worker that knows every feature's tasks. */
const workerCode = workerScript('../../composition/store.worker', import.meta.url);

interface PiecesAnswer extends Omit<FileAnswer, 'bytes'> {
  bytes: Uint8Array[];
}

/** Does a task in a worker that opens the store for itself; it refuses and stops as `inWorker` says. */
export function runInWorker<A extends object>(
  address: StoreAddress,
  task: Task,
  options: WorkOptions = {},
): Promise<A> {
  return inWorker<A>(workerCode, { address, task }, options);
}

/** Makes a report in such a worker, to be kept or sent. */
export async function makeReportFile(
  address: StoreAddress,
  task: ReportTask,
  options: WorkOptions = {},
): Promise<FileInPieces> {
  const given = { ...options, inPieces: true };
  const { bytes: pieces, ...named } = await runInWorker<PiecesAnswer>(address, task, given);
  const length = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
  return { ...named, length, pieces };
}

/** Makes a report in such a worker, for who needs it whole. */
export const makeReport = (
  address: StoreAddress,
  task: ReportTask,
  options: WorkOptions = {},
): Promise<FileAnswer> => runInWorker<FileAnswer>(address, task, options);
