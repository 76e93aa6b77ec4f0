import type { FileAnswer } from '../../../shared/api.ts';
import type { AuditCheck } from '../../../shared/audit/audit.api.ts';
import type { BillPaper } from '../../billing/invoices/invoices.maker.ts';
import type { MonthTask } from '../../billing/issue/month-work.ts';
import type { PaymentsTask, ReadyPayments } from '../../billing/payments/payments-work.ts';
import type { StoreAddress } from '../db/connect.ts';
import { Turns } from '../lib/semaphore.ts';
import { inWorker, type WorkOptions } from './in-worker.ts';
import { limits } from './limits.ts';
import type { PapersTask, ReportTask, StoreTask } from './tasks.ts';
import { workerScript } from './worker-file.ts';

const workerCode = workerScript('../../composition/store.worker', import.meta.url);
/** Of those whose request waits. */
const waited = new Turns(limits.workers, limits.waiting);
const checking = new Turns(1, 4);
/** Of those who look at what a month would be. */
const reckoning = new Turns(1, 8);

/**
 * Makes a report of the store, in a worker that opens the store for itself, so that neither the reading nor the
 * laying out costs the main thread anything. It refuses and stops as `inWorker` says; `turns` other than the usual
 * ones are for whoever must not wait behind those.
 */
export function makeReport(
  address: StoreAddress,
  task: ReportTask,
  { turns = waited, ...options }: WorkOptions & { turns?: Turns } = {},
): Promise<FileAnswer> {
  return inWorker<FileAnswer>(workerCode, { address, task }, turns, options);
}

/** Verifies a trail in such a worker, with a turn of its own: it does not wait for anybody's report. */
export function checkTrail(
  address: StoreAddress,
  chain: string,
  options: WorkOptions = {},
): Promise<AuditCheck> {
  const task: StoreTask = { kind: 'auditCheck', chain };
  return inWorker<AuditCheck>(workerCode, { address, task }, checking, options);
}

/** Reckons a prepared month in such a worker. */
export function reckonMonth<T extends object>(
  address: StoreAddress,
  task: MonthTask,
  { turns = reckoning, ...options }: WorkOptions & { turns?: Turns } = {},
): Promise<T> {
  return inWorker<T>(workerCode, { address, task }, turns, options);
}

/** Makes many bills' files in one such worker. */
export async function makePapers(
  address: StoreAddress,
  task: PapersTask,
  { turns, ...options }: WorkOptions & { turns: Turns },
): Promise<BillPaper[]> {
  const { papers } = await inWorker<{ papers: BillPaper[] }>(workerCode, { address, task }, turns, options);
  return papers;
}

/** Reckons a file's payments in such a worker. */
export function reckonPayments(address: StoreAddress, task: PaymentsTask): Promise<ReadyPayments> {
  return inWorker<ReadyPayments>(workerCode, { address, task }, reckoning, {});
}
