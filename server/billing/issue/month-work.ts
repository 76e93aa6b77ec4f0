import type { Month } from '../../../shared/days.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import { settledInterestAfter } from '../ledger/take-payment.ts';
import { findMonth, lastIssuedMonth, type StandingMonth, sheetNameOf } from '../store/months.repository.ts';
import { computeMonth } from './compute-month.ts';
import { type GivenDates, issueDatesOf, proposedIssue } from './dates.ts';
import { odditiesOf } from './oddities.ts';
import { loadMonthInput } from './read-month.ts';
import { type ReadyMonth, readyMonth } from './ready-month.ts';
import { type MonthRelation, readRelation, relationLine, relationTotals } from './relation.ts';

/**
 * Worker task for a prepared month: computes the bills, or a forecast of the relación (the month's table of
 * balances).
 */
export type MonthTask =
  | ({ kind: 'monthBills'; jointId: number; month: Month; today: string; mailOwners: boolean } & GivenDates)
  | { kind: 'monthForecast'; jointId: number; month: Month; today: string };

/**
 * Computes the bills of a prepared month from a snapshot of the books.
 * @throws Problem monthNotFound, dateInFuture, issueDateTooEarly, dueDateInvalid, legalRateMissing
 */
export async function makeMonth(
  db: Db,
  task: Extract<MonthTask, { kind: 'monthBills' }>,
  progress: Progress,
): Promise<ReadyMonth> {
  const { jointId, month, today } = task;
  const input = await readAsOfNow(db, async (trx) => {
    const standing = await preparedMonth(trx, jointId, month);
    return loadMonthInput(trx, jointId, standing, ({ books: { settings, openFrom }, latest }) =>
      issueDatesOf(month, task, { settings, proposed: standing.dueDate, openFrom, latest, today }),
    );
  });
  const made = computeMonth(input, progress);
  return readAsOfNow(db, (trx) => readyMonth(trx, jointId, made, task.mailOwners));
}

/**
 * Computes the relación (table of balances) of a prepared month as if issued on the proposed day (`proposedIssue`).
 * @throws Problem monthNotFound, legalRateMissing
 */
export async function forecastMonth(
  db: Db,
  { jointId, month, today }: Extract<MonthTask, { kind: 'monthForecast' }>,
): Promise<MonthRelation> {
  const { input, beside } = await readAsOfNow(db, async (trx) => {
    const standing = await preparedMonth(trx, jointId, month);
    const input = await loadMonthInput(trx, jointId, standing, ({ books, latest, paid }) => {
      const { settings, openFrom } = books;
      const day = proposedIssue(month, paid, { openFrom, latest, today });
      const bounds = { settings, proposed: standing.dueDate, openFrom, latest, today: day };
      return issueDatesOf(month, { issueDate: null, dueDate: null }, bounds);
    });
    const last = await lastIssuedMonth(trx, jointId);
    const relation = last === null ? undefined : await readRelation(trx, jointId, last);
    const fileName = await sheetNameOf(trx, standing.monthId);
    return { input, beside: { fileName, last: relation ?? null } };
  });
  const { issueDate, dueDate, interestFree, bills } = computeMonth(input, () => undefined);
  const rows = bills.map(({ unit, issued }) =>
    relationLine({ ...unit, ...issued, bill: null, annulled: false }),
  );
  const units = input.units.flatMap((unit) => (unit.active ? unit.units : []));
  const { offers, accountOf, lastBills } = input;
  const settled = new Map(
    [...input.accounts].map(([id, account]) => [id, settledInterestAfter(account, lastBills.get(id) ?? 0)]),
  );
  const oddities = odditiesOf({
    ...beside,
    month,
    rows,
    sheet: input.rows,
    units,
    offers,
    accountOf,
    settled,
  });
  return {
    month,
    state: 'prepared',
    issueDate,
    dueDate,
    interestFree: [...interestFree],
    oddities,
    rows,
    totals: relationTotals(rows),
  };
}

async function preparedMonth(trx: Db, jointId: number, month: Month): Promise<StandingMonth> {
  const standing = await findMonth(trx, jointId, month);
  if (standing?.state !== 'prepared') throw new Problem('monthNotFound');
  return standing;
}
