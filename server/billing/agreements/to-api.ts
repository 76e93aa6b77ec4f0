import type { Agreement } from '../../../shared/billing/agreements.api.ts';
import type { Day } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import type { StoredAgreement } from '../interest/agreement-days.ts';
import { openDebits } from '../ledger/account.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { agreementStanding } from './standing.ts';

/** Converts an agreement and the state on a day to the form of the API, in pesos. */
export function agreementToApi(agreement: StoredAgreement, account: Account, day: Day): Agreement {
  const { total, paid, behind, next, ...standing } = agreementStanding(agreement, account, day);
  const { items, instalments, suspends: suspendsInterest, forgivenOn, ...terms } = agreement;
  return {
    ...terms,
    ...standing,
    forgivenOn: forgivenOn.at(-1) ?? null,
    suspendsInterest,
    debts: openDebits(account).flatMap(({ item, description, open }) =>
      items.includes(item) ? [{ item, description, open: toPesos(open) }] : [],
    ),
    instalments: instalments.map(({ dueDate, amount }) => ({ dueDate, amount: toPesos(amount) })),
    total: toPesos(total),
    paid: toPesos(paid),
    behind: toPesos(behind),
    next: next && { dueDate: next.dueDate, amount: toPesos(next.amount) },
  };
}

/**
 * Returns the agreements of an account with the state on a day, newest first.
 * @param account account as of the day
 */
export const agreementsOf = (account: Account, day: Day): Agreement[] =>
  (account.agreements ?? []).map((agreement) => agreementToApi(agreement, account, day));
