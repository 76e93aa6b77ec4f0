import { type Day, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import { billsWithAnnulments } from '../ledger/annulled.repository.ts';
import type { Books } from '../ledger/books.repository.ts';
import type { ChargedMonth } from '../ledger/take-payment.ts';
import { ratesOfMonths, wayOf } from '../settings/rates.ts';
import { monthsBySheet } from '../settings/sheet-interest.repository.ts';
import { listInterestWays } from '../settings/ways.repository.ts';

/**
 * Returns the months with late interest charged by bills since the day of a payment, to charge the interest stopped by
 * money that never arrived. Leaves out months without a ceiling, months marked 'sin intereses', and months with
 * interest listed in a spreadsheet.
 */
export async function readChargedMonths(
  db: Db,
  { jointId, interestThrough, settings }: Pick<Books, 'jointId' | 'interestThrough' | 'settings'>,
  apartmentId: string,
  valueDate: Day,
): Promise<ChargedMonth[]> {
  if (interestThrough === null) return [];
  const bills = await billsWithAnnulments(db)
    .select(['b.month', 'b.issue_date as day', 'b.last_item as lastItem'])
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', '=', apartmentId)
    .where('a.number', 'is', null)
    .orderBy('b.bill')
    .execute();
  const ways = await listInterestWays(db, jointId);
  const bySheet = await monthsBySheet(db, jointId);
  const months: Month[] = [];
  const first = shiftMonth(bills[0]?.month ?? interestThrough, -1);
  for (let month = monthOfDay(valueDate); month <= interestThrough; month = shiftMonth(month, 1)) {
    const charging = wayOf(ways, month) === 'balance' ? month : shiftMonth(month, 1);
    if (month >= first && !bySheet.has(charging)) months.push(month);
  }
  const { rates } = await ratesOfMonths(
    db,
    jointId,
    months.map((month) => ({ month, way: wayOf(ways, month) })),
  );
  const { graceDays, finesBearInterest, interestToPeso } = settings;
  return rates.flatMap((rate) => {
    const at = bills.findIndex(({ month }) => month === rate.month);
    const bill = bills[at];
    if (rate.way === 'balance' && bill === undefined) return [];
    const day = bill?.day ?? valueDate;
    const billed = bills[at - 1]?.lastItem ?? 0;
    return { rate, rules: { graceDays, finesBearInterest, interestToPeso, day, billed } };
  });
}
