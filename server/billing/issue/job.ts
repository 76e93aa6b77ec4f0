import { billsReport } from '../../../shared/billing/reports.api.ts';
import { type Month, today, yearAndMonth } from '../../../shared/days.ts';
import type { Store } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { FileInPieces } from '../../platform/http/file-in-pieces.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { JobOptions } from '../../platform/queue/job-handler.ts';
import { reportTask } from '../../platform/queue/report-route.ts';
import { makeReportFile, runInWorker } from '../../platform/queue/run-in-worker.ts';
import { findMonth } from '../store/months.repository.ts';
import { storeIssuedMonth } from './commit-month.ts';
import type { GivenDates } from './dates.ts';
import type { MonthTask } from './month-work.ts';
import type { ReadyMonth } from './ready-month.ts';

/** Data of a background job that issues a month, stored as JSON until a server process runs the job. */
export interface IssueTask extends GivenDates {
  kind: 'issueMonth';
  jointId: number;
  month: Month;
  /** True to mail each bill to its owners after the issue. */
  mailOwners: boolean;
  /** Fingerprint of the figures that the user saw. Unused for a month already issued. */
  figures: string;
  /** User with the request for the issue: 'user:12'. */
  actor: string;
}

interface IssueOptions extends JobOptions {
  /** Callback run after the month is stored. */
  onIssued: () => void;
}

/** Maximum times to compute a month if other users' postings change the books meanwhile. */
const MOST_READINGS = 3;

/**
 * Runs the background job that issues a month: computes the bills in a worker, stores the result, and makes
 * the PDF with all bills. Only the main process writes, and only briefly. For a month already issued, makes
 * only the PDF.
 * @throws Problem from the checks of the issue; figuresMoved for other figures than previewed; booksMoved if
 *   other postings keep changing the books
 */
export async function issueInJob(
  store: Store,
  task: IssueTask,
  options: IssueOptions,
): Promise<FileInPieces> {
  const { jointId, month } = task;
  const { onProgress } = options;
  let half = 0;
  for (let readings = 1; !(await isIssued(store.db, task)); readings += 1) {
    if (readings > MOST_READINGS) throw new Problem('booksMoved');
    const ready = await reckon(store, task, {
      ...options,
      onProgress: (done, total) => {
        half = total;
        onProgress?.(done, total * 2);
      },
    });
    if (ready !== null && (await commit(store, task, ready, options))) options.onIssued();
  }
  const invoices = reportTask(billsReport, { params: { jointId }, query: yearAndMonth(month) });
  return makeReportFile(store.address, invoices, {
    ...options,
    onProgress: (done, total) => onProgress?.(half + done, half + total),
  });
}

/**
 * True if the month is already issued with the requested dates.
 * @throws Problem monthNotFound; monthIssued if issued with other dates
 */
async function isIssued(db: Db, { jointId, month, issueDate, dueDate }: IssueTask): Promise<boolean> {
  const standing = await findMonth(db, jointId, month);
  if (standing === undefined) throw new Problem('monthNotFound');
  if (standing.state === 'prepared') return false;
  const isOther =
    (issueDate !== null && issueDate !== standing.issueDate) ||
    (dueDate !== null && dueDate !== standing.dueDate);
  if (isOther) throw new Problem('monthIssued');
  return true;
}

/** Computes the month in a worker. Null if another job has issued the month meanwhile. */
async function reckon(store: Store, task: IssueTask, options: JobOptions): Promise<ReadyMonth | null> {
  const { jointId, month, issueDate, dueDate, mailOwners } = task;
  const dates = { issueDate, dueDate, today: today() };
  const work: MonthTask = { kind: 'monthBills', jointId, month, mailOwners, ...dates };
  try {
    return await runInWorker<ReadyMonth>(store.address, work, options);
  } catch (error) {
    if (error instanceof Problem && (await isIssued(store.db, task))) return null;
    throw error;
  }
}

async function commit(
  store: Store,
  { jointId, actor, figures }: IssueTask,
  ready: ReadyMonth,
  { signal, renewal, assertOwn }: JobOptions,
): Promise<boolean> {
  signal.throwIfAborted();
  // A job cancelled meanwhile stores no changes.
  const outcome = await storeIssuedMonth(store, jointId, ready, { actor, figures, renewal });
  if (outcome === 'figuresMoved') throw new Problem('figuresMoved');
  if (outcome === 'leaseLost') await assertOwn();
  return outcome === 'stored';
}
