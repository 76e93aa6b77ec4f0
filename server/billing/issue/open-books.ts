import { itemNatureWords } from '../../../shared/billing/natures.ts';
import { monthOfDay } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { Opening } from '../ledger/acts.types.ts';
import type { Account, Posting, PostingStamp } from '../ledger/ledger.types.ts';
import { RunningAccount } from '../ledger/running-account.ts';
import { PostingBuilder } from '../ledger/work.ts';

/** Concept used for an opening balance without a concept. */
const UNKNOWN = { id: null, name: 'Saldo anterior', nature: 'other' } as const;

/**
 * Posts the opening balances of an account, taken over from the time before the joint used the product: each
 * unpaid charge, the late interest on the charge separately, and credits in favour of the unit. Returns the
 * movements to add to the account.
 */
export function openBooks(account: Account, openings: readonly Opening[], stamp: PostingStamp): Posting {
  const work = new PostingBuilder(new RunningAccount(account), stamp);
  for (const { concept, forApartmentId, dueDate, valueDate, capital, interest } of openings) {
    const { id, name, nature } = concept ?? UNKNOWN;
    const common = { forApartmentId, valueDate, month: monthOfDay(dueDate) };
    if (capital > 0) {
      work.post({
        ...common,
        side: 'debit',
        nature,
        chargeConceptId: id,
        description: name,
        amount: capital,
        dueDate,
      });
    }
    if (interest > 0) {
      const description = itemNatureWords.interest;
      work.post({ ...common, side: 'debit', nature: 'interest', description, amount: interest, dueDate });
    }
    const favour = Math.max(-capital, 0) + Math.max(-interest, 0);
    if (favour > 0) {
      work.post({
        ...common,
        // The credit existed by the due date, so the covered debt bears no interest in between.
        valueDate: dueDate < valueDate ? dueDate : valueDate,
        side: 'credit',
        nature: 'openingCredit',
        description: itemNatureWords.openingCredit,
        amount: centavos(favour),
      });
    }
  }
  work.applyCredits();
  return work.posting;
}
