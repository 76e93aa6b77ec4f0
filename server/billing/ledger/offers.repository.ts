import type { Day } from '../../../shared/days.ts';
import { NO_MONEY } from '../../../shared/money.ts';
import type { Db } from '../../db/engine.ts';
import type { DiscountOffer } from './acts.types.ts';

/** What an account's standing bills offer for prompt payment to money of a value date. */
export async function readOffers(
  db: Db,
  jointId: number,
  apartmentId: string,
  valueDate: Day,
): Promise<DiscountOffer[]> {
  const rows = await db
    .selectFrom('bill as b')
    .select(['b.bill', 'b.total', 'b.discount', 'b.discount_until', 'b.last_item'])
    .where('b.joint_id', '=', jointId)
    .where('b.apartment_id', '=', apartmentId)
    .where('b.discount', '>', NO_MONEY)
    .where('b.discount_until', '>=', valueDate)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('document_annulment as a')
            .select('a.number')
            .whereRef('a.joint_id', '=', 'b.joint_id')
            .whereRef('a.number', '=', 'b.bill')
            .where('a.kind', '=', 'bill'),
        ),
      ),
    )
    .orderBy('b.bill')
    .execute();
  return rows.flatMap(({ bill, total, discount, discount_until, last_item }) =>
    discount_until === null ? [] : { bill, total, discount, until: discount_until, lastItem: last_item },
  );
}
