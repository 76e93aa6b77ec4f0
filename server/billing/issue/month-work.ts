import type { Month } from '../../../shared/days.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import { computeMonth } from './compute-month.ts';
import { earliestIssue, type GivenDates, issueDatesOf } from './issue-dates.ts';
import { findMonth, type StandingMonth } from './months.repository.ts';
import { loadMonthInput } from './read-month.ts';
import { type ReadyMonth, readyMonth } from './ready-month.ts';
import { type MonthRelation, relationLine, relationTotals } from './relation.ts';

/** What a worker reckons of a prepared month: its bills, or the relación that they would make today. */
export type MonthTask =
  | ({ kind: 'monthBills'; jointId: number; month: Month; today: string; mailOwners: boolean } & GivenDates)
  | { kind: 'monthForecast'; jointId: number; month: Month; today: string };

/**
 * The bills of a prepared month, made of the books as of one instant.
 * @throws Problem monthNotFound, dateInFuture, issueDateTooEarly, dueDateInvalid, legalRateMissing
 */
export async function makeMonth(
  db: Db,
  task: Extract<MonthTask, { kind: 'monthBills' }>,
  progress: Progress,
): Promise<ReadyMonth> {
  const { jointId, month, today } = task;
  const input = await readAsOfNow(db, async (trx) =>
    loadMonthInput(trx, jointId, await preparedMonth(trx, jointId, month), ({ books, latest }) =>
      issueDatesOf(month, task, { settings: books.settings, openFrom: books.openFrom, latest, today }),
    ),
  );
  const made = computeMonth(input, progress);
  return readAsOfNow(db, (trx) => readyMonth(trx, jointId, made, task.mailOwners));
}

/**
 * The relación of a prepared month, were it issued today, or on the first day that is open.
 * @throws Problem monthNotFound, legalRateMissing
 */
export async function forecastMonth(
  db: Db,
  { jointId, month, today }: Extract<MonthTask, { kind: 'monthForecast' }>,
): Promise<MonthRelation> {
  const input = await readAsOfNow(db, async (trx) =>
    loadMonthInput(trx, jointId, await preparedMonth(trx, jointId, month), ({ books, latest }) => {
      const { settings, openFrom } = books;
      const earliest = earliestIssue({ openFrom, latest });
      const day = earliest !== null && earliest > today ? earliest : today;
      const bounds = { settings, openFrom, latest, today: day };
      return issueDatesOf(month, { issueDate: null, dueDate: null }, bounds);
    }),
  );
  const { issueDate, dueDate, interestFree, bills } = computeMonth(input, () => undefined);
  const rows = bills.map(({ unit, issued }) =>
    relationLine({ ...unit, ...issued, bill: null, annulled: false }),
  );
  const totals = relationTotals(rows);
  return { month, state: 'prepared', issueDate, dueDate, interestFree: [...interestFree], rows, totals };
}

async function preparedMonth(trx: Db, jointId: number, month: Month): Promise<StandingMonth> {
  const standing = await findMonth(trx, jointId, month);
  if (standing?.state !== 'prepared') throw new Problem('monthNotFound');
  return standing;
}
