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

/** The months that run to a day and that no bill has charged yet. */
export interface Accruing {
  rates: readonly MonthRate[];
  /** Those whose own legal ceiling nobody entered: what they would bear is in no sum. */
  missing: Month[];
}

/**
 * What accrues until a day, that day included: by days, of each month that was not charged; by whole months, of those
 * that are over. On a balance nothing does: its bills charge it. Before the first issue nothing is reckoned.
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

/** Late interest of an account until a day that no bill has charged yet, by the instalment that bears it. */
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
