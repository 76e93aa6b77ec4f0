import { spread } from '../../../shared/billing/allocation.ts';
import { itemNatureWords } from '../../../shared/billing/natures.ts';
import { monthOfDay } from '../../../shared/days.ts';
import { sumMoney } from '../../../shared/money.ts';
import type { AdjustmentInput } from './acts.types.ts';
import type { Account, LedgerItem, Posting, PostingStamp } from './ledger.types.ts';
import { RunningAccount } from './running-account.ts';
import { PostingBuilder } from './work.ts';

/**
 * Builds the ledger movements of a correction by the staff: a new charge, a credit note (reduces the debt),
 * or a condonation (forgives interest or capital). The caller stores the result.
 * @returns new movements and the main item; null if a condonation is larger than the open amount of the debt
 *   to forgive
 */
export function adjust(
  account: Account,
  adjustment: AdjustmentInput,
  stamp: PostingStamp,
): { posting: Posting; item: LedgerItem } | null {
  const work = new PostingBuilder(new RunningAccount(account), stamp);
  const { forApartmentId, amount, valueDate, reason } = adjustment;
  const common = { forApartmentId, amount, valueDate, reason };
  if (adjustment.kind === 'charge') {
    const { concept, dueDate } = adjustment;
    const item = work.post({
      ...common,
      side: 'debit',
      nature: concept.nature,
      chargeConceptId: concept.id,
      description: concept.name,
      month: monthOfDay(dueDate),
      dueDate,
    });
    work.applyCredits();
    return { posting: work.posting, item };
  }
  if (adjustment.kind === 'creditNote') {
    const item = work.post({
      ...common,
      side: 'credit',
      nature: 'creditNote',
      description: itemNatureWords.creditNote,
    });
    work.applyCredit(
      item,
      (debit) => debit.nature === adjustment.nature && debit.forApartmentId === forApartmentId,
    );
    work.applyCredits();
    return { posting: work.posting, item };
  }
  const forgiven = work.owed.filter(
    ({ nature }) => (nature === 'interest') === (adjustment.forgives === 'interest'),
  );
  if (sumMoney(forgiven.map(({ open }) => open)) < amount) return null;
  const item = work.post({
    ...common,
    side: 'credit',
    nature: 'condonation',
    description: itemNatureWords.condonation,
  });
  for (const { to, amount: part } of spread(amount, forgiven)) work.pay(item.item, to.item, part);
  return { posting: work.posting, item };
}
