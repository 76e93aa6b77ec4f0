import { itemNatureWords } from '../../../shared/billing/natures.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import { balanceOf, reversedItems } from './account.ts';
import type { DiscountOffer } from './acts.types.ts';
import type { Account, LedgerItem } from './ledger.types.ts';
import type { PostingBuilder } from './work.ts';

/**
 * Gives the discounts that the account's receipts have earned, and takes back those they earn no more: the receipts
 * posted after a bill, with value dates until its day, that together reach its total less the discount.
 */
export function settleDiscounts(
  work: PostingBuilder,
  offers: readonly DiscountOffer[],
  reason: string | null,
): void {
  for (const offer of [...offers].sort((a, b) => a.bill - b.bill)) {
    const standing = work.standing();
    const { receipts, paid, given } = towards(offer, standing);
    const last = receipts.at(-1);
    const earned = last !== undefined && offer.discount > 0 && paid >= offer.total - offer.discount;
    if (earned && given === undefined) {
      work.post({
        side: 'credit',
        nature: 'discount',
        description: itemNatureWords.discount,
        amount: offer.discount,
        valueDate: last.valueDate,
        bill: offer.bill,
        receipt: last.receipt,
        causedBy: last.item,
      });
    }
    if (!earned && given !== undefined) work.reverse(given, reason);
  }
}

/** What stands of an account for an offer: the receipts that count, what they come to, and the discount once it is given. */
function towards(offer: DiscountOffer, standing: readonly LedgerItem[]) {
  const receipts = standing.filter(
    ({ nature, item, valueDate }) =>
      nature === 'receipt' && item > offer.lastItem && valueDate <= offer.until,
  );
  return {
    receipts,
    paid: sumMoney(receipts.map(({ amount }) => amount)),
    given: standing.find(({ nature, bill }) => nature === 'discount' && bill === offer.bill),
  };
}

/** What money of a value date still has to reach for each discount that it may earn. */
export function discountsLeft(
  account: Account,
  offers: readonly DiscountOffer[],
  valueDate: Day,
): (Pick<DiscountOffer, 'bill' | 'discount' | 'until'> & { amount: Centavos })[] {
  const reversed = reversedItems(account);
  const standing = account.items.filter(({ item, reverses }) => reverses === null && !reversed.has(item));
  const balance = balanceOf(account);
  return offers.flatMap((offer) => {
    const { paid, given } = towards(offer, standing);
    const { bill, discount, until } = offer;
    const amount = centavos(offer.total - discount - paid);
    // Where less than that is owed, paying what is owed is enough.
    const isWorth = amount > 0 && amount <= balance;
    return given === undefined && valueDate <= until && isWorth ? [{ bill, discount, until, amount }] : [];
  });
}
