import { billsReport } from '../../../shared/billing/reports.api.ts';
import { type Month, today, yearAndMonth } from '../../../shared/days.ts';
import type { Store } from '../../platform/db/connect.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { FileInPieces } from '../../platform/http/file-in-pieces.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { JobOptions } from '../../platform/queue/job-handler.ts';
import { reportTask } from '../../platform/queue/report-route.ts';
import { makeReportFile, runInWorker } from '../../platform/queue/run-in-worker.ts';
import { storeIssuedMonth } from './commit-month.ts';
import type { GivenDates } from './issue-dates.ts';
import type { MonthTask } from './month-work.ts';
import { findMonth } from './months.repository.ts';
import type { ReadyMonth } from './ready-month.ts';

/** A month to be issued in the background. Plain data: it is kept as JSON. */
export interface IssueTask extends GivenDates {
  kind: 'issueMonth';
  jointId: number;
  month: Month;
  mailOwners: boolean;
  /** Who asked for it. */
  actor: string;
}

interface IssueOptions extends JobOptions {
  /** The month was stored. */
  onIssued: () => void;
}

/** How often a month is reckoned anew because something was posted meanwhile. */
const MOST_READINGS = 3;

/**
 * Issues a month, unless it is issued already, and makes its invoices. The bills are reckoned in a worker's process
 * and stored here, so that one process alone writes to the store, and only for as long as storing takes.
 * @throws Problem of what stands against it; booksMoved where others kept posting
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
    if (ready !== null && (await commit(store.db, task, ready, options))) options.onIssued();
  }
  const invoices = reportTask(billsReport, { params: { jointId }, query: yearAndMonth(month) });
  return makeReportFile(store.address, invoices, {
    ...options,
    onProgress: (done, total) => onProgress?.(half + done, half + total),
  });
}

/** @throws Problem monthNotFound; monthIssued where it was issued with other dates than are asked for */
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

/** Null where another job issued it at that moment. */
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

function commit(
  db: Db,
  { jointId, actor }: IssueTask,
  ready: ReadyMonth,
  { signal, assertOwn }: JobOptions,
): Promise<boolean> {
  signal.throwIfAborted();
  // Called off meanwhile: nothing of it is kept.
  return storeIssuedMonth(db, jointId, ready, { actor, assertOwn });
}
