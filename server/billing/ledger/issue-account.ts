import { applyPercent } from '../../../shared/billing/interest.ts';
import { isCapital, itemNatureWords } from '../../../shared/billing/natures.ts';
import type { Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, roundToPeso, sumMoney } from '../../../shared/money.ts';
import { wholeRate } from '../interest/reckon.ts';
import { balanceOf, creditOf, openCredits, openDebits } from './account.ts';
import type { IssuedBill, NewBill } from './acts.types.ts';
import { type BillEntry, billedConcepts, relationOf } from './bill-lines.ts';
import { discountItem, isPaidAhead } from './discounts.ts';
import { type InterestRules, interestOfMonth } from './late-interest.ts';
import type { Account, LedgerItem, Posting, PostingStamp } from './ledger.types.ts';
import { overdueOf } from './overdue.ts';
import { RunningAccount } from './running-account.ts';
import { PostingBuilder, postInterest } from './work.ts';

/**
 * Computes the bill of an account for a month: the month's charges, late interest not charged yet, rounding,
 * and all older unpaid debts. If the account's credit reaches the total minus the prompt-payment discount,
 * the bill gives the discount at once. The caller stores the result.
 * @returns movements and bill; null, without using numbers, if there is no charge and the balance is 0
 */
export function issueAccount(
  account: Account,
  newBill: NewBill,
  stamp: PostingStamp,
): { posting: Posting; bill: IssuedBill } | null {
  const work = new PostingBuilder(new RunningAccount(account), stamp);
  const charges = newBill.charges.filter(({ amount }) => amount !== 0);
  const rules = rulesOf(newBill, stamp);
  const interest = newBill.rates.map((rate) => interestOfMonth(work.account, rate, rules));
  const bearing = interest.some((lines) => lines.length > 0);
  const bySheet = newBill.sheetInterest ?? [];
  if (charges.length === 0 && bySheet.length === 0 && !bearing && balanceOf(account) === 0) return null;

  const entries = openBefore(account, newBill, stamp);
  const add = (item: LedgerItem, nature = item.nature): void => {
    const amount = item.side === 'debit' ? item.amount : centavos(-item.amount);
    entries.push({ item: item.item, nature, description: item.description, amount, overdue: false });
  };
  const own = { bill: newBill.bill, month: newBill.month };
  for (const { concept, forApartmentId, amount } of charges) {
    const common = { ...own, forApartmentId, chargeConceptId: concept.id, description: concept.name };
    const item =
      amount > 0
        ? work.post({ ...common, side: 'debit', nature: concept.nature, amount, dueDate: newBill.dueDate })
        : work.post({ ...common, side: 'credit', nature: 'creditNote', amount: centavos(-amount) });
    add(item, concept.nature);
  }
  for (const lines of interest) {
    for (const item of postInterest(work, lines, { ...own, dueDate: newBill.dueDate })) add(item);
  }
  for (const { forApartmentId, amount } of bySheet) {
    const description = itemNatureWords.interest;
    const common = { ...own, forApartmentId, description, dueDate: newBill.dueDate };
    add(work.post({ ...common, side: 'debit', nature: 'interest', amount }));
  }
  const rounding = newBill.roundToPeso ? postRounding(work, { ...own, dueDate: newBill.dueDate }) : null;
  if (rounding !== null) add(rounding);
  const { instalments: overdueInstalments } = overdueOf(account, stamp.postingDate);
  const isEntitled = newBill.discountToDebtors !== false || overdueInstalments === 0;
  const offered = isEntitled ? discountOf(newBill) : NO_MONEY;
  const isPaid = isPaidAhead({
    total: balanceOf(work.account),
    credit: creditOf(account),
    discount: offered,
  });
  if (isPaid) add(work.post(discountItem(newBill.bill, offered)));
  work.applyCredits();

  const { lines, items } = billedConcepts(entries, wouldHaveBorne(account, newBill, rules));
  const total = balanceOf(work.account);
  const discount = total > offered ? offered : NO_MONEY;
  return {
    posting: work.posting,
    bill: {
      lines,
      items,
      total,
      discount,
      discountUntil: discount > 0 ? (newBill.discount?.until ?? null) : null,
      previousPayment: paidSince(work, newBill.previousBill?.lastItem ?? 0),
      overdueInstalments,
      relation: relationOf(lines),
      lastItem: work.account.items.at(-1)?.item ?? 0,
    },
  };
}

const rulesOf = (newBill: NewBill, { postingDate }: PostingStamp): InterestRules => ({
  graceDays: newBill.graceDays,
  finesBearInterest: newBill.finesBearInterest,
  interestToPeso: newBill.interestToPeso,
  day: postingDate,
  billed: newBill.previousBill?.lastItem ?? 0,
});

/** Returns the months marked 'sin intereses' with late interest otherwise owed by the account. */
function wouldHaveBorne(account: Account, newBill: NewBill, rules: InterestRules): Month[] {
  const running = new RunningAccount(account);
  return (newBill.interestFree ?? [])
    .filter((of) => interestOfMonth(running, wholeRate(of), rules).length > 0)
    .map(({ month }) => month);
}

/**
 * Returns the debts and credits open before the bill. Debts count as overdue, except charges posted since the last
 * bill and not yet due. Unused credits get a separate entry.
 */
function openBefore(account: Account, newBill: NewBill, stamp: PostingStamp): BillEntry[] {
  const last = newBill.previousBill?.lastItem ?? 0;
  const debits = openDebits(account).map(({ item, nature, chargeConceptId, description, open, dueDate }) => {
    const fresh = item > last && isCapital(nature) && dueDate !== null && dueDate >= stamp.postingDate;
    const name = isCapital(nature) ? newBill.conceptNames?.get(chargeConceptId ?? 0) : undefined;
    return { item, nature, description: name ?? description, amount: open, overdue: !fresh };
  });
  const credits = openCredits(account).map(({ item, description, open }) => ({
    item,
    nature: 'receipt' as const,
    description,
    amount: centavos(-open),
    overdue: true,
  }));
  return [...debits, ...credits];
}

/** Posts the difference that rounds the bill to whole pesos, if any. */
function postRounding(
  work: PostingBuilder,
  common: Pick<LedgerItem, 'bill' | 'month' | 'dueDate'>,
): LedgerItem | null {
  const balance = balanceOf(work.account);
  const difference = roundToPeso(balance) - balance;
  if (difference === 0) return null;
  const up = difference > 0;
  return work.post({
    ...common,
    dueDate: up ? common.dueDate : null,
    side: up ? 'debit' : 'credit',
    nature: 'rounding',
    description: itemNatureWords.rounding,
    amount: centavos(Math.abs(difference)),
  });
}

/** Returns the prompt-payment discount for the fees of a bill, in centavos. */
function discountOf({ discount, charges }: NewBill): Centavos {
  if (discount === null) return NO_MONEY;
  const fees = charges.filter(({ concept }) => concept.nature === 'fee').map(({ amount }) => amount);
  const fee = sumMoney(fees);
  return fee > 0 ? applyPercent(fee, discount.percent) : NO_MONEY;
}

/** Sums the valid receipts posted since the previous bill, in centavos. */
const paidSince = (work: PostingBuilder, lastItem: number): Centavos =>
  sumMoney(
    work
      .standing()
      .filter(({ item, nature }) => nature === 'receipt' && item > lastItem)
      .map(({ amount }) => amount),
  );
