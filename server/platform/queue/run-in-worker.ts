import type { FileAnswer } from '../../../shared/api.ts';
import type { StoreAddress } from '../db/connect.ts';
import type { Line } from '../lib/priority-semaphore.ts';
import { inWorker, type WorkOptions } from './in-worker.ts';
import { workerLimits } from './limits.ts';
import type { ReportTask, Task } from './tasks.ts';
import { workerScript } from './worker-file.ts';
import { workerLine } from './worker-pool.ts';

/** The worker that knows every feature's tasks. */
const workerCode = workerScript('../../composition/store.worker', import.meta.url);
/** Of those whose request waits. */
const waited = workerLine('waited', workerLimits.waiting);

/**
 * Does a task in a worker that opens the store for itself, so that neither reading nor reckoning costs the main thread
 * anything. It refuses and stops as `inWorker` says.
 */
export function runInWorker<A extends object>(
  address: StoreAddress,
  task: Task,
  { turns, ...options }: WorkOptions & { turns: Line },
): Promise<A> {
  return inWorker<A>(workerCode, { address, task }, turns, options);
}

/** Makes a report in such a worker; `turns` other than the usual ones are of work that no request waits for. */
export function makeReport(
  address: StoreAddress,
  task: ReportTask,
  { turns = waited, ...options }: WorkOptions & { turns?: Line } = {},
): Promise<FileAnswer> {
  return runInWorker<FileAnswer>(address, task, { turns, ...options });
}
