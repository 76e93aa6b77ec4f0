import { itemNatureWords } from '../../../shared/billing/natures.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import { balanceOf, reversedItems } from './account.ts';
import type { DiscountOffer } from './acts.types.ts';
import type { Account, LedgerItem } from './ledger.types.ts';
import type { PostingBuilder } from './work.ts';

/**
 * Posts the discounts earned by the account's receipts, and reverses discounts no longer earned. A bill's discount
 * is earned if the receipts posted after the bill, with value dates up to the last day of the discount, reach the
 * total minus the discount.
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

/** Returns the receipts that count for a discount, their sum, and the discount item if already posted. */
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

/** Returns for each offered discount the amount still to pay on a value date to earn the discount. */
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
    // If the balance is smaller, paying the balance is enough.
    const isWorth = amount > 0 && amount <= balance;
    return given === undefined && valueDate <= until && isWorth ? [{ bill, discount, until, amount }] : [];
  });
}
