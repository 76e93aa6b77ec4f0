import type { Agreement } from '../../../shared/billing/agreements.api.ts';
import type { Day } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { openDebits } from '../ledger/account.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { listStoredAgreements } from './agreements.repository.ts';
import { agreementStanding, type StoredAgreement } from './standing.ts';

/** Converts an agreement and the state on a day to the form of the API, in pesos. */
export function agreementToApi(agreement: StoredAgreement, account: Account, day: Day): Agreement {
  const { total, paid, behind, next, ...standing } = agreementStanding(agreement, account, day);
  const { items, instalments, suspends: suspendsInterest, brokenOn, ...terms } = agreement;
  return {
    ...terms,
    ...standing,
    brokenOn: brokenOn !== null && brokenOn <= day ? brokenOn : null,
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
 * Reads the agreements of accounts made until a day, with the state on the day, newest first. Key: id of the billed unit.
 * @param accounts accounts as of the day
 */
export async function readAgreements(
  trx: Db,
  jointId: number,
  accounts: readonly Account[],
  day: Day,
): Promise<Map<string, Agreement[]>> {
  const found = new Map<string, Agreement[]>();
  const byId = new Map(accounts.map((account) => [account.apartmentId, account]));
  for (const agreement of await listStoredAgreements(trx, jointId)) {
    const account = byId.get(agreement.apartmentId);
    if (account === undefined || agreement.madeOn > day) continue;
    const list = found.get(agreement.apartmentId) ?? [];
    found.set(agreement.apartmentId, [...list, agreementToApi(agreement, account, day)]);
  }
  return found;
}
