import { itemNatureWords } from '../../../shared/billing/natures.ts';
import { sumMoney } from '../../../shared/money.ts';
import type { DiscountOffer } from './acts.types.ts';
import type { Work } from './work.ts';

/**
 * Gives the discounts that the account's receipts have earned, and takes back those they earn no more: the receipts
 * posted after a bill, with value dates until its day, that together reach its total less the discount.
 */
export function settleDiscounts(work: Work, offers: readonly DiscountOffer[], reason: string | null): void {
  for (const offer of [...offers].sort((a, b) => a.bill - b.bill)) {
    const standing = work.standing();
    const receipts = standing.filter(
      ({ nature, item, valueDate }) =>
        nature === 'receipt' && item > offer.lastItem && valueDate <= offer.until,
    );
    const last = receipts.at(-1);
    const paid = sumMoney(receipts.map(({ amount }) => amount));
    const given = standing.find(({ nature, bill }) => nature === 'discount' && bill === offer.bill);
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
