import type { ChargeConcept } from '../../../shared/billing/settings.api.ts';
import { addDays, type Day, type Month, shiftMonth } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { accountsByUnit, listBilledUnits } from '../ledger/accounts.repository.ts';
import type { DiscountOffer } from '../ledger/acts.types.ts';
import { type Books, readBooks } from '../ledger/books.repository.ts';
import { latestPosting, readAccounts } from '../ledger/ledger.repository.ts';
import { readAccrual } from '../settings/accrual.ts';
import { listConcepts } from '../settings/concepts.repository.ts';
import { ratesOf, wayOf } from '../settings/rates.ts';
import { listInterestWays } from '../settings/ways.repository.ts';
import { lastItems } from '../store/bills.repository.ts';
import { listRows, type MonthRow, type StandingMonth } from '../store/months.repository.ts';
import { readOffers } from '../till/offers.repository.ts';
import type { MonthToIssue } from './compute-month.ts';
import { type IssueGrounds, monthsToReckon } from './dates.ts';

/**
 * Day before all real days, to read the discount offers of all days. The payment's own date selects the valid
 * offers later.
 */
const ANY_DAY = '0000-01-01';

/** Prepared month, or a month read from a spreadsheet and not stored (`sheet`). */
interface MonthToLoad extends Pick<StandingMonth, 'monthId' | 'month'> {
  /** Rows of the spreadsheet, and charge concepts unknown to the joint. */
  sheet?: { rows: readonly MonthRow[]; concepts: readonly ChargeConcept[] };
}

/**
 * Reads all data to compute the issue of a prepared month (`computeMonth`), in the caller's read transaction.
 * @param datesIn chooses issue and due date; gets the books, the latest posting date, and the value dates of
 *   the payments in the month's sheet
 */
export async function loadMonthInput(
  trx: Db,
  jointId: number,
  { monthId, month, sheet }: MonthToLoad,
  datesIn: (grounds: IssueGrounds) => { issueDate: Day; dueDate: Day },
): Promise<MonthToIssue> {
  const books = await readBooks(trx, jointId);
  const rows = sheet?.rows ?? (await listRows(trx, monthId));
  const paid = rows.flatMap(({ role, valueDate }) => (role === 'payment' && valueDate ? [valueDate] : []));
  const dates = datesIn({ books, latest: await latestPosting(trx, jointId), paid });
  const accountOf = await accountsByUnit(trx, jointId);
  const interestThrough = await settledWith(trx, jointId, month, books);
  const late = addDays(dates.dueDate, books.settings.graceDays + 1);
  const concepts = [...(await listConcepts(trx, jointId)), ...(sheet?.concepts ?? [])];
  return {
    monthId,
    month,
    books,
    rows,
    accountOf,
    ...dates,
    concepts: new Map(concepts.map(({ chargeConceptId: id, name, nature }) => [id, { id, name, nature }])),
    units: await listBilledUnits(trx, jointId, dates.issueDate),
    accounts: await readAccounts(trx, jointId),
    lastBills: await lastItems(trx, jointId),
    offers: await offersTo(trx, jointId, rows, accountOf),
    ...(await ratesOf(trx, jointId, { issued: month, toReckon: monthsToReckon(month, books) })),
    accrual: await readAccrual(trx, books, dates.issueDate),
    afterDue: { day: late, accrual: await readAccrual(trx, { ...books, interestThrough }, late) },
    interestThrough,
  };
}

/**
 * Returns the last month with late interest settled after an issue: the issued month for the method `balance`, else
 * the previous month.
 */
async function settledWith(
  trx: Db,
  jointId: number,
  month: Month,
  { interestThrough }: Books,
): Promise<Month> {
  const way = wayOf(await listInterestWays(trx, jointId), month);
  const settled = way === 'balance' ? month : shiftMonth(month, -1);
  return interestThrough !== null && interestThrough > settled ? interestThrough : settled;
}

async function offersTo(
  trx: Db,
  jointId: number,
  rows: readonly MonthRow[],
  accountOf: ReadonlyMap<string, string>,
): Promise<Map<string, DiscountOffer[]>> {
  const paid = rows.filter(({ role }) => role === 'payment').map(({ apartmentId }) => apartmentId);
  const offers = new Map<string, DiscountOffer[]>();
  // Few accounts: most sheets with payments open the books, before any bill offers a discount.
  for (const apartmentId of new Set(paid.flatMap((id) => [accountOf.get(id) ?? id, id]))) {
    offers.set(apartmentId, await readOffers(trx, jointId, apartmentId, ANY_DAY));
  }
  return offers;
}
