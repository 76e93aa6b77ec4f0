import { itemNatureWords } from '../../../shared/billing/natures.ts';
import { centavos, sumMoney } from '../../../shared/money.ts';
import type { DiscountOffer, NewReceipt, TakenPayment } from './acts.types.ts';
import { settleDiscounts } from './discounts.ts';
import type { Account, LedgerItem, Posting, Stamp } from './ledger.types.ts';
import { RunningAccount } from './running-account.ts';
import { savedInterest } from './saved-interest.ts';
import { PostingBuilder } from './work.ts';

/**
 * Takes a payment in: its receipt, the interest it saves where it is entered late, and the discount it completes.
 * It pays what was owed on its value date, late interest first, then charges; then what was charged since in the
 * same order (Código Civil, art. 1653); what is left stays in favour of the unit.
 */
export const takePayment = (account: Account, given: NewReceipt, stamp: Stamp): TakenPayment =>
  takePaymentOn(new RunningAccount(account), given, stamp);

/** The same on an account that runs on: what the payment adds is added to it. */
export function takePaymentOn(account: RunningAccount, given: NewReceipt, stamp: Stamp): TakenPayment {
  const { amount, valueDate, receipt, offers } = given;
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
    // Interest that was never owed goes first, so that the payment itself pays what was.
    work.applyCredit(credit, (debit) => debit.item === of.item);
  }
  // What was owed on its own day comes before what was charged since: it pays as if it had been entered then.
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
 * Annuls a receipt, by its item: it is undone with everything that it caused, and what it paid is owed again.
 * @param given.offers those that its value date counted for: a discount may be earned no more
 */
export function reverseReceipt(
  account: Account,
  given: { item: number; reason: string; offers: readonly DiscountOffer[] },
  stamp: Stamp,
): Posting {
  const work = new PostingBuilder(new RunningAccount(account), stamp);
  for (const item of work.standing()) {
    if (item.item === given.item || item.causedBy === given.item) work.reverse(item, given.reason);
  }
  settleDiscounts(work, given.offers, given.reason);
  work.applyCredits();
  return work.posting;
}
