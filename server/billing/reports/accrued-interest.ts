import { type Day, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { MonthRate } from '../interest/interest.types.ts';
import type { Books } from '../ledger/books.repository.ts';
import { interestOfMonth } from '../ledger/late-interest.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { RunningAccount } from '../ledger/running-account.ts';
import { ratesOfMonths, wayOf } from '../settings/rates.ts';
import { listInterestWays } from '../settings/ways.repository.ts';

/** Months with late interest up to a day that no bill has charged yet. */
export interface Accruing {
  rates: readonly MonthRate[];
  /** Months without a legal ceiling. The sums omit the interest of these months. */
  missing: Month[];
}

/**
 * Returns the months with late interest not yet charged by a bill, up to a day (inclusive). Method `days`: every
 * month not yet charged. By whole months: only finished months. Method `balance`: no months, because only bills
 * charge interest. Empty before the first issue.
 */
export async function readAccruing(
  db: Db,
  { jointId, interestThrough }: Pick<Books, 'jointId' | 'interestThrough'>,
  day: Day,
): Promise<Accruing> {
  if (interestThrough === null) return { rates: [], missing: [] };
  const ways = await listInterestWays(db, jointId);
  const last = monthOfDay(day);
  const months: { month: Month; way: ReturnType<typeof wayOf> }[] = [];
  for (let month = shiftMonth(interestThrough, 1); month <= last; month = shiftMonth(month, 1)) {
    const way = wayOf(ways, month);
    if (way === 'days' || (way === 'fullMonths' && month < last)) months.push({ month, way });
  }
  const { rates, missing } = await ratesOfMonths(db, jointId, months);
  return { rates, missing: missing.map(({ month }) => month) };
}

/** Computes an account's late interest up to a day that no bill has charged yet, by instalment. */
export function accruedOn(
  account: Account,
  { rates }: Pick<Accruing, 'rates'>,
  { settings }: Pick<Books, 'settings'>,
  day: Day,
): Map<number, Centavos> {
  const running = new RunningAccount(account);
  const { graceDays, finesBearInterest, interestToPeso } = settings;
  const rules = { graceDays, finesBearInterest, interestToPeso, day, through: day, billed: 0 };
  const accrued = new Map<number, Centavos>();
  for (const rate of rates) {
    for (const { source, line } of interestOfMonth(running, rate, rules)) {
      accrued.set(source.item, centavos((accrued.get(source.item) ?? NO_MONEY) + line.amount));
    }
  }
  return accrued;
}
