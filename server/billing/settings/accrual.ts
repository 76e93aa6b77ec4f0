import { type Day, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { MonthWay } from '../interest/interest.types.ts';
import type { Books } from '../ledger/books.repository.ts';
import type { Accrual } from '../ledger/late-interest.ts';
import { ratesOfMonths, wayOf } from './rates.ts';
import { listInterestWays } from './ways.repository.ts';

/**
 * Reads the months with late interest that no bill has charged yet, up to a day, with the rates. Needed to
 * compute a debt between two bills. Method `days`: each month not yet charged; by full months: finished
 * months; method `balance`: no months, because only bills charge interest. Empty before the first issue.
 */
export async function readAccrual(
  db: Db,
  { jointId, interestThrough, settings }: Pick<Books, 'jointId' | 'interestThrough' | 'settings'>,
  day: Day,
): Promise<Accrual> {
  const { graceDays, finesBearInterest, interestToPeso } = settings;
  const rules = { graceDays, finesBearInterest, interestToPeso };
  if (interestThrough === null) return { ...rules, rates: [], missing: [] };
  const ways = await listInterestWays(db, jointId);
  const last = monthOfDay(day);
  const months: MonthWay[] = [];
  for (let month: Month = shiftMonth(interestThrough, 1); month <= last; month = shiftMonth(month, 1)) {
    const way = wayOf(ways, month);
    if (way === 'days' || (way === 'fullMonths' && month < last)) months.push({ month, way });
  }
  const { rates, missing } = await ratesOfMonths(db, jointId, months);
  return { ...rules, rates, missing };
}
