import { sumMoney } from '../../../shared/money.ts';
import { netAllocations } from './account.ts';
import type { Account, LedgerItem, Posting, PostingStamp } from './ledger.types.ts';
import { RunningAccount } from './running-account.ts';
import { creditsOfInterest } from './saved-interest.ts';
import { PostingBuilder } from './work.ts';

/**
 * Computes the ledger movements to annul a bill: the opposite of each charge, of the bill's discount, and of
 * credits for interest charged by the bill. Money already used for the bill pays other debts or stays in
 * favour of the unit. The caller stores the result.
 * @param annulment.bill number of the bill
 * @param stamp day and numbers for the new ledger items
 * @returns new movements to add to the account
 */
export function reverseBill(
  account: Account,
  annulment: { bill: number; reason: string },
  stamp: PostingStamp,
): Posting {
  const work = new PostingBuilder(new RunningAccount(account), stamp);
  const own = work.standing().filter(({ bill }) => bill === annulment.bill);
  const savings = new Set(
    own.filter(({ nature }) => nature === 'interest').flatMap((item) => creditsOfInterest(account, item)),
  );
  unforgive(work, new Set(own.map(({ item }) => item)), annulment.reason);
  for (const item of work.standing()) {
    const saving = item.nature === 'interestCredit' && savings.has(item.item);
    if (saving || item.bill === annulment.bill) work.reverse(item, annulment.reason);
  }
  work.applyCredits();
  return work.posting;
}

/** Reverses each condonation of a reversed debt. Posts a smaller condonation for the other forgiven debts. */
function unforgive(work: PostingBuilder, undone: ReadonlySet<number>, reason: string): void {
  const condonations = work.standing().filter(({ nature }) => nature === 'condonation');
  for (const condonation of condonations) {
    const forgiven = netAllocations(work.account).filter(({ creditItem }) => creditItem === condonation.item);
    if (!forgiven.some(({ debitItem }) => undone.has(debitItem))) continue;
    work.reverse(condonation, reason);
    again(
      work,
      condonation,
      forgiven.filter(({ debitItem }) => !undone.has(debitItem)),
    );
  }
}

function again(
  work: PostingBuilder,
  condonation: LedgerItem,
  parts: ReturnType<typeof netAllocations>,
): void {
  if (parts.length === 0) return;
  const { side, nature, description, forApartmentId, month, reason } = condonation;
  const amount = sumMoney(parts.map((part) => part.amount));
  const item = work.post({ side, nature, description, forApartmentId, month, reason, amount });
  for (const part of parts) work.pay(item.item, part.debitItem, part.amount);
}
