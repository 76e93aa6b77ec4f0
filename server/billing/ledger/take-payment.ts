import { itemNatureWords } from '../../../shared/billing/natures.ts';
import { centavos, sumMoney } from '../../../shared/money.ts';
import type { DiscountOffer, NewReceipt, TakenPayment } from './acts.types.ts';
import { settleDiscounts } from './discounts.ts';
import type { Account, LedgerItem, Posting, PostingStamp } from './ledger.types.ts';
import { RunningAccount } from './running-account.ts';
import { savedInterest } from './saved-interest.ts';
import { PostingBuilder } from './work.ts';

/**
 * Posts a payment: the receipt, a credit for late interest not owed because the payment was entered late, and an
 * earned discount. Payment order (Código Civil, art. 1653):
 * 1. late interest owed on the value date, then charges owed on the value date;
 * 2. later interest, then later charges. The rest stays as a credit of the unit.
 */
export const takePayment = (account: Account, newReceipt: NewReceipt, stamp: PostingStamp): TakenPayment =>
  takePaymentOn(new RunningAccount(account), newReceipt, stamp);

/** Posts a payment like `takePayment`, and adds the new movements to the running account. */
export function takePaymentOn(
  account: RunningAccount,
  newReceipt: NewReceipt,
  stamp: PostingStamp,
): TakenPayment {
  const { amount, valueDate, receipt, offers } = newReceipt;
  const work = new PostingBuilder(account, stamp);
  const item = work.post({
    side: 'credit',
    nature: 'receipt',
    description: itemNatureWords.receipt,
    amount,
    valueDate,
    receipt,
  });
  for (const { of, amount: saving, lines } of savedInterest(work.account, { amount, valueDate })) {
    const credit = work.post({
      side: 'credit',
      nature: 'interestCredit',
      description: itemNatureWords.interestCredit,
      forApartmentId: of.forApartmentId,
      amount: saving,
      month: of.month,
      valueDate,
      receipt,
      causedBy: item.item,
    });
    work.explain(credit, lines);
    // Credits for saved interest first, so that the payment pays real debts.
    work.applyCredit(credit, (debit) => debit.item === of.item);
  }
  // Debts of the value date before later charges, as if entered on time.
  work.applyCredit(item, (debit) => debit.valueDate <= valueDate);
  work.applyCredits();
  settleDiscounts(work, offers, null);
  work.applyCredits();
  return { posting: work.posting, item, split: splitOf(work, item) };
}

function splitOf(work: PostingBuilder, receipt: LedgerItem): TakenPayment['split'] {
  const parts = work.posting.allocations.filter(({ creditItem }) => creditItem === receipt.item);
  const paid = sumMoney(parts.map(({ amount }) => amount));
  const toInterest = parts.filter(({ debitItem }) => work.account.find(debitItem)?.nature === 'interest');
  const interest = sumMoney(toInterest.map(({ amount }) => amount));
  return { interest, capital: centavos(paid - interest), credit: centavos(receipt.amount - paid) };
}

/**
 * Annuls a receipt: reverses the receipt's item and all items caused by the receipt.
 * @param annulment.offers offers valid on the value date: a discount may no longer be earned
 */
export function reverseReceipt(
  account: Account,
  annulment: { item: number; reason: string; offers: readonly DiscountOffer[] },
  stamp: PostingStamp,
): Posting {
  const work = new PostingBuilder(new RunningAccount(account), stamp);
  for (const item of work.standing()) {
    if (item.item === annulment.item || item.causedBy === annulment.item)
      work.reverse(item, annulment.reason);
  }
  settleDiscounts(work, annulment.offers, annulment.reason);
  work.applyCredits();
  return work.posting;
}
