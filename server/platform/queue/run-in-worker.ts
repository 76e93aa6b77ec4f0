import type { FileAnswer } from '../../../shared/api.ts';
import type { StoreAddress } from '../db/connect.ts';
import { Turns } from '../lib/semaphore.ts';
import { inWorker, type WorkOptions } from './in-worker.ts';
import { limits } from './limits.ts';
import type { ReportTask, Task } from './tasks.ts';
import { workerScript } from './worker-file.ts';

/** The worker that knows every feature's tasks. */
const workerCode = workerScript('../../composition/store.worker', import.meta.url);
/** Of those whose request waits. */
const waited = new Turns(limits.workers, limits.waiting);

/**
 * Does a task in a worker that opens the store for itself, so that neither reading nor reckoning costs the main thread
 * anything. It refuses and stops as `inWorker` says.
 */
export function runInWorker<A extends object>(
  address: StoreAddress,
  task: Task,
  { turns, ...options }: WorkOptions & { turns: Turns },
): Promise<A> {
  return inWorker<A>(workerCode, { address, task }, turns, options);
}

/** Makes a report in such a worker; `turns` other than the usual ones are for whoever must not wait behind those. */
export function makeReport(
  address: StoreAddress,
  task: ReportTask,
  { turns = waited, ...options }: WorkOptions & { turns?: Turns } = {},
): Promise<FileAnswer> {
  return runInWorker<FileAnswer>(address, task, { turns, ...options });
}
