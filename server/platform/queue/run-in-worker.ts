import type { FileAnswer } from '../../../shared/api.ts';
import type { StoreAddress } from '../db/connect.ts';
import { workerScript } from '../lib/worker-file.ts';
import { inWorker, type WorkOptions } from './in-worker.ts';
import type { ReportTask, Task } from './tasks.ts';

/** The worker that knows every feature's tasks. */
const workerCode = workerScript('../../composition/store.worker', import.meta.url);

/** Does a task in a worker that opens the store for itself; it refuses and stops as `inWorker` says. */
export function runInWorker<A extends object>(
  address: StoreAddress,
  task: Task,
  options: WorkOptions = {},
): Promise<A> {
  return inWorker<A>(workerCode, { address, task }, options);
}

/** Makes a report in such a worker. */
export const makeReport = (
  address: StoreAddress,
  task: ReportTask,
  options: WorkOptions = {},
): Promise<FileAnswer> => runInWorker<FileAnswer>(address, task, options);
