import type { Day } from '../../../shared/days.ts';
import { NO_MONEY } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { DiscountOffer } from '../ledger/acts.types.ts';

/**
 * Returns the prompt-payment discounts offered by an account's valid bills that a payment on a value date may
 * still earn.
 */
export async function readOffers(
  db: Db,
  jointId: number,
  apartmentId: string,
  valueDate: Day,
): Promise<DiscountOffer[]> {
  const offers = await readJointOffers(db, jointId, valueDate, apartmentId);
  return offers.get(apartmentId) ?? [];
}

/**
 * Returns for each account of a joint the prompt-payment discounts that a payment on a value date may still
 * earn. Key: id of the billed unit ('101').
 * @param apartmentId only the account; null: all accounts
 */
export async function readJointOffers(
  db: Db,
  jointId: number,
  valueDate: Day,
  apartmentId: string | null = null,
): Promise<Map<string, DiscountOffer[]>> {
  let query = db
    .selectFrom('bill as b')
    .select(['b.apartment_id', 'b.bill', 'b.total', 'b.discount', 'b.discount_until', 'b.last_item'])
    .where('b.joint_id', '=', jointId)
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
    .orderBy('b.bill');
  if (apartmentId !== null) query = query.where('b.apartment_id', '=', apartmentId);
  const offers = new Map<string, DiscountOffer[]>();
  for (const { apartment_id, discount_until: until, last_item: lastItem, ...bill } of await query.execute()) {
    if (until === null) continue;
    offers.set(apartment_id, [...(offers.get(apartment_id) ?? []), { ...bill, until, lastItem }]);
  }
  return offers;
}
