import type { FileAnswer } from '../../shared/api.ts';
import type { StoreAddress } from '../db/connect.ts';
import { Turns } from '../sheets/turns.ts';
import { workerFile } from '../sheets/worker-file.ts';
import { inWorker, type WorkOptions } from './in-worker.ts';
import { limits } from './limits.ts';
import type { ReportTask } from './tasks.ts';

const workerCode = workerFile('./store.worker', import.meta.url);
const turns = new Turns(limits.workers, limits.waiting);

/**
 * Makes a report of the store, in a worker that opens the store for itself, so that neither the reading nor the
 * laying out costs the main thread anything. It refuses and stops as `inWorker` says.
 */
export function makeReport(
  address: StoreAddress,
  task: ReportTask,
  options: WorkOptions = {},
): Promise<FileAnswer> {
  return inWorker<FileAnswer>(workerCode, { address, task }, turns, options);
}
