import { spread } from '../../../shared/billing/allocation.ts';
import { itemNatureWords } from '../../../shared/billing/natures.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import type { MonthRate } from '../interest/interest.types.ts';
import { reversedItems } from './account.ts';
import type { DiscountOffer, NewReceipt, TakenPayment } from './acts.types.ts';
import { settleDiscounts } from './discounts.ts';
import {
  accruedLines,
  type InterestRules,
  interestOfChange,
  monthsWithoutCeiling,
  type SourceLine,
} from './late-interest.ts';
import type { Account, LedgerItem, Posting, PostingStamp } from './ledger.types.ts';
import { RunningAccount } from './running-account.ts';
import { chargedLater, savedInterest } from './saved-interest.ts';
import { PostingBuilder, postInterest } from './work.ts';

/**
 * Posts a payment: the receipt, a credit for late interest not owed because the payment was entered late, and an
 * earned discount. A payment large enough to settle the account on the value date also posts the late interest not
 * charged yet, and the next bill does not charge the same days again. Payment order (Código Civil, art. 1653):
 * 1. late interest owed on the value date, then charges owed on the value date;
 * 2. the debts of each later day: late interest, then charges. The rest stays as a credit of the unit.
 */
export const takePayment = (account: Account, newReceipt: NewReceipt, stamp: PostingStamp): TakenPayment =>
  takePaymentOn(new RunningAccount(account), newReceipt, stamp);

/**
 * Posts a payment like `takePayment`, on an account kept in memory (`RunningAccount`), and adds the new
 * movements to the account. For many payments in a row.
 */
export function takePaymentOn(
  account: RunningAccount,
  newReceipt: NewReceipt,
  stamp: PostingStamp,
): TakenPayment {
  const settling = settlingInterest(account, newReceipt, stamp);
  const work = new PostingBuilder(account, stamp);
  const { item } = postReceipt(work, newReceipt, settling);
  return { posting: work.posting, item, split: splitOf(work, item) };
}

/** Late interest until the value date of a payment, not charged on the value date yet. */
interface SettlingInterest {
  /** Interest not charged by any bill. */
  accrued: readonly SourceLine[];
  /** Interest charged by later bills, in centavos by item. */
  charged: ReadonlyMap<number, Centavos>;
}

const NO_INTEREST: SettlingInterest = { accrued: [], charged: new Map() };

/** @returns the receipt's item; `complete` if the debts and the interest until the value date are paid */
function postReceipt(
  work: PostingBuilder,
  { amount, valueDate, receipt, offers }: NewReceipt,
  { accrued, charged }: SettlingInterest,
): { item: LedgerItem; complete: boolean } {
  const item = work.post({
    side: 'credit',
    nature: 'receipt',
    description: itemNatureWords.receipt,
    amount,
    valueDate,
    receipt,
  });
  postInterest(work, accrued, { valueDate, dueDate: valueDate, receipt, causedBy: item.item });
  for (const { of, amount: saving, lines } of savedInterest(work.account, { amount, valueDate, charged })) {
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
  const first = work.owed.flatMap((debit) => {
    if (debit.valueDate <= valueDate) return debit;
    const open = centavos(Math.min(debit.open, charged.get(debit.item) ?? 0));
    return open > 0 ? { ...debit, open } : [];
  });
  const after = new Map(work.owed.map((debit) => [debit.item, debit.open]));
  for (const { item: of, open } of first) after.set(of, centavos((after.get(of) ?? 0) - open));
  for (const { to, amount: part } of spread(amount, first)) work.pay(item.item, to.item, part);
  // The debts of each later day in turn, as if entered on time.
  for (const day of [...new Set(work.owed.map((debit) => debit.valueDate))].sort()) {
    work.applyCredit(item, (debit) => debit.valueDate <= day);
  }
  work.applyCredits();
  settleDiscounts(work, offers, null);
  work.applyCredits();
  const complete = first.every((debit) => work.account.openOf(debit) <= (after.get(debit.item) ?? 0));
  return { item, complete };
}

/**
 * Returns the interest until the value date not charged on the value date yet, if the payment is enough for the interest
 * and all debts of the value date. Empty for a smaller payment, or if a legal ceiling is missing.
 */
function settlingInterest(
  account: RunningAccount,
  newReceipt: NewReceipt,
  stamp: PostingStamp,
): SettlingInterest {
  const { accrual, valueDate } = newReceipt;
  if (accrual === undefined) return NO_INTEREST;
  const accrued = accruedLines(account, accrual, valueDate);
  const charged = chargedLater(account, valueDate);
  if (accrued.length === 0 && charged.size === 0) return NO_INTEREST;
  if (monthsWithoutCeiling(account, accrual, valueDate).length > 0) return NO_INTEREST;
  let next = account.items.reduce((last, { item }) => Math.max(last, item), account.allocations.length);
  const number = () => ++next;
  const numbers = { item: number, allocation: number };
  const trial = new PostingBuilder(new RunningAccount(account), { ...stamp, numbers });
  return postReceipt(trial, newReceipt, { accrued, charged }).complete ? { accrued, charged } : NO_INTEREST;
}

/**
 * Sums the late interest (centavos) charged by payments large enough to settle the account, among ledger
 * items after `lastItem` (last item of the previous bill). Explains interest on the next bill. Leaves out
 * annulled payments.
 */
export function settledInterestAfter(account: Account, lastItem: number): Centavos {
  const reversed = reversedItems(account);
  const charged = account.items.filter(
    ({ item, nature, receipt, reverses }) =>
      item > lastItem &&
      nature === 'interest' &&
      receipt !== null &&
      reverses === null &&
      !reversed.has(item),
  );
  return sumMoney(charged.map(({ amount }) => amount));
}

function splitOf(work: PostingBuilder, receipt: LedgerItem): TakenPayment['split'] {
  const parts = work.posting.allocations.filter(({ creditItem }) => creditItem === receipt.item);
  const paid = sumMoney(parts.map(({ amount }) => amount));
  const toInterest = parts.filter(({ debitItem }) => work.account.find(debitItem)?.nature === 'interest');
  const interest = sumMoney(toInterest.map(({ amount }) => amount));
  return { interest, capital: centavos(paid - interest), credit: centavos(receipt.amount - paid) };
}

/**
 * Month with late interest already charged by bills. If a payment never arrived, the month is computed again
 * for the debt covered by the payment.
 */
export interface ChargedMonth {
  /** Month, method and rate of the charged interest. */
  rate: MonthRate;
  /** Settings of the joint used for the month. */
  rules: InterestRules;
}

/**
 * Computes the ledger movements to annul a receipt: reverses the payment's item and all items caused by the
 * payment (discounts, interest given back). The caller stores the result.
 * @param annulment.offers offers valid on the value date: a discount may no longer be earned
 * @param annulment.stopped months charged since the payment, if the money never arrived: the interest stopped
 *   by the payment is posted on the stamp's day
 */
export function reverseReceipt(
  account: Account,
  annulment: {
    item: number;
    reason: string;
    offers: readonly DiscountOffer[];
    stopped?: readonly ChargedMonth[];
  },
  stamp: PostingStamp,
): Posting {
  const work = new PostingBuilder(new RunningAccount(account), stamp);
  for (const item of work.standing()) {
    if (item.item === annulment.item || item.causedBy === annulment.item)
      work.reverse(item, annulment.reason);
  }
  settleDiscounts(work, annulment.offers, annulment.reason);
  work.applyCredits();
  const { postingDate } = stamp;
  const before = new RunningAccount(account);
  for (const { rate, rules } of annulment.stopped ?? []) {
    const lines = interestOfChange(before, work.account, rate, rules);
    postInterest(work, lines, { dueDate: postingDate, reason: annulment.reason });
  }
  work.applyCredits();
  return work.posting;
}
