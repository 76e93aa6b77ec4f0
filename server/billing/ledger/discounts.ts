import { itemNatureWords } from '../../../shared/billing/natures.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import { balanceOf, reversedItems } from './account.ts';
import type { DiscountOffer } from './acts.types.ts';
import type { Account, LedgerItem } from './ledger.types.ts';
import type { NewItem, PostingBuilder } from './work.ts';

/**
 * True if credit from before a bill is enough to earn the bill's prompt-payment discount at once, as a
 * payment of equal amount on the day of the bill would. All amounts in centavos.
 * @param bill.total balance after the charges of the bill
 * @param bill.credit unused credit before the bill
 * @param bill.discount amount of the discount
 */
export const isPaidAhead = ({
  total,
  credit,
  discount,
}: Record<'total' | 'credit' | 'discount', Centavos>): boolean =>
  discount > 0 && credit > 0 && total <= discount && total + credit > discount;

/**
 * Builds the ledger item (a credit, amount in centavos) for a prompt-payment discount given at once by the
 * bill, because the account had enough credit before.
 * @param bill number of the bill
 */
export const discountItem = (bill: number, amount: Centavos): NewItem => ({
  side: 'credit',
  nature: 'discount',
  description: itemNatureWords.discount,
  amount,
  bill,
});

/**
 * Posts the prompt-payment discounts earned by the account's payments, and takes back discounts no longer
 * earned, for example after an annulled payment. A discount is earned if payments after the bill, with value
 * dates up to the last day of the discount, reach the bill's total minus the discount. A discount given at
 * once by a bill stays while the credit before the bill is enough.
 * @param work collects the new movements
 * @param reason reason of an annulment, written on reversals; null for a payment
 */
export function settleDiscounts(
  work: PostingBuilder,
  offers: readonly DiscountOffer[],
  reason: string | null,
): void {
  reverseUnpaid(work, reason);
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

/**
 * Reverses each discount given by a bill itself, if the valid movements up to the bill leave more to pay than the
 * discount: the credit before the bill no longer reaches the total minus the discount.
 */
function reverseUnpaid(work: PostingBuilder, reason: string | null): void {
  const standing = work.standing();
  for (const discount of standing) {
    if (discount.nature !== 'discount' || discount.causedBy !== null) continue;
    const before = standing.filter(({ item }) => item < discount.item);
    if (balanceOf({ items: before }) > discount.amount) work.reverse(discount, reason);
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

/**
 * Returns for each prompt-payment discount still possible the amount, in centavos, to pay on a value date to
 * earn the discount. Shown when a payment is entered.
 */
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
