import { type Month, shiftMonth } from '../../../shared/days.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { packedJson } from '../../platform/lib/packed-json.ts';
import type { Progress } from '../../platform/queue/tasks.ts';
import { listFeesOnUnits, readFines, readLastFees } from '../fees/fees.repository.ts';
import { FINE_MONTHS } from '../fees/law-checks.ts';
import { settledInterestAfter } from '../ledger/take-payment.ts';
import {
  findMonth,
  lastIssuedMonth,
  readSheetCheck,
  type StandingMonth,
  sheetNameOf,
} from '../store/months.repository.ts';
import { computeMonth } from './compute-month.ts';
import { type GivenDates, issueDatesOf, proposedDates } from './dates.ts';
import { billFigures, differencesOf, type MonthDifferences, refuseUnexplained } from './differences.ts';
import { odditiesOf } from './oddities.ts';
import { loadMonthInput } from './read-month.ts';
import { type ReadyMonth, readyMonth } from './ready-month.ts';
import {
  type MonthRelation,
  readRelation,
  relationAnswer,
  relationLine,
  relationTotals,
} from './relation.ts';

/**
 * Worker task for a prepared month: computes the bills to store, or only a forecast of the relación (the
 * month's table of bills) for the preview.
 */
export type MonthTask =
  | ({ kind: 'monthBills'; jointId: number; month: Month; today: string; mailOwners: boolean } & GivenDates)
  | ({ kind: 'monthForecast'; jointId: number; month: Month; today: string } & GivenDates);

/**
 * Computes the bills of a prepared month from a snapshot of the books, as a worker task. The main process
 * stores the result.
 * @throws Problem monthNotFound, dateInFuture, issueDateTooEarly, dueDateInvalid, legalRateMissing,
 *   differenceUnexplained
 */
export async function makeMonth(
  db: Db,
  task: Extract<MonthTask, { kind: 'monthBills' }>,
  progress: Progress,
): Promise<ReadyMonth> {
  const { jointId, month, today } = task;
  const { input, check } = await readAsOfNow(db, async (trx) => {
    const standing = await preparedMonth(trx, jointId, month);
    const check = await readSheetCheck(trx, standing.monthId);
    const input = await loadMonthInput(trx, jointId, standing, ({ books: { settings, openFrom }, latest }) =>
      issueDatesOf(month, task, { settings, proposed: standing.dueDate, openFrom, latest, today }),
    );
    return { input, check };
  });
  const made = computeMonth(input, progress);
  if (check !== null) refuseUnexplained(differencesOf(input, made, check));
  return readAsOfNow(db, (trx) => readyMonth(trx, jointId, made, task.mailOwners));
}

/** Answer of the preview of a month: the relación as the endpoint's JSON, compressed, and the differences from the sheet. */
export interface MonthPreview {
  report: Uint8Array;
  differences: MonthDifferences | null;
}

/** Makes the preview of a prepared month (`forecastMonth`), as a worker task: the main process sends the bytes. */
export async function previewMonth(
  db: Db,
  task: Extract<MonthTask, { kind: 'monthForecast' }>,
): Promise<MonthPreview> {
  const relation = await forecastMonth(db, task);
  const report = packedJson(await relationAnswer(db, task.jointId, relation));
  return { report, differences: relation.differences };
}

/**
 * Computes the relación (the month's table of bills) of a prepared month for the preview, as if issued on the
 * chosen day, by default on the proposed day (`proposedIssue`). Also compares the bills with the totals of
 * the spreadsheet.
 * @throws Problem monthNotFound, dateInFuture, issueDateTooEarly, dueDateInvalid, legalRateMissing
 */
async function forecastMonth(
  db: Db,
  task: Extract<MonthTask, { kind: 'monthForecast' }>,
): Promise<MonthRelation> {
  const { jointId, month, today } = task;
  const { input, check, beside } = await readAsOfNow(db, async (trx) => {
    const standing = await preparedMonth(trx, jointId, month);
    const proposed = standing.dueDate;
    const input = await loadMonthInput(trx, jointId, standing, (grounds) =>
      proposedDates(month, task, { ...grounds, proposed, today }),
    );
    const last = await lastIssuedMonth(trx, jointId);
    const relation = last === null ? undefined : await readRelation(trx, jointId, last);
    const fileName = await sheetNameOf(trx, standing.monthId);
    const check = await readSheetCheck(trx, standing.monthId);
    const fees = await listFeesOnUnits(trx, jointId);
    const fines = await readFines(trx, jointId, { since: shiftMonth(month, -FINE_MONTHS) });
    const lastFees = await readLastFees(trx, jointId);
    return { input, check, beside: { fileName, last: relation ?? null, fees, fines, lastFees } };
  });
  const made = computeMonth(input, () => undefined);
  const { issueDate, dueDate, interestFree, bills } = made;
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
    concepts: input.concepts,
    units,
    offers,
    accountOf,
    settled,
    warnings: check?.warnings ?? [],
  });
  return {
    month,
    state: 'prepared',
    issueDate,
    dueDate,
    interestFree: [...interestFree],
    oddities,
    differences: check && differencesOf(input, made, check),
    figures: billFigures(bills),
    rows,
    totals: relationTotals(rows),
  };
}

async function preparedMonth(trx: Db, jointId: number, month: Month): Promise<StandingMonth> {
  const standing = await findMonth(trx, jointId, month);
  if (standing?.state !== 'prepared') throw new Problem('monthNotFound');
  return standing;
}
