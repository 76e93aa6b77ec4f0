import type { PaymentDue } from '../../../shared/billing/payments.api.ts';
import { type Day, isDay } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { balanceOf } from '../ledger/account.ts';
import { discountsLeft } from '../ledger/discounts.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import { readOffers } from './till/offers.repository.ts';

/**
 * What whoever takes a payment in needs to know of its unit before: the account it goes to, what is owed there, and with
 * how much a discount for prompt payment is earned.
 * @throws Problem apartmentNotFound, badRequest
 */
export function readPaymentDue(
  db: Db,
  { jointId, apartmentId, valueDate }: { jointId: number; apartmentId: string; valueDate: Day },
): Promise<PaymentDue> {
  if (!isDay(valueDate)) throw new Problem('badRequest');
  return readAsOfNow(db, async (trx) => {
    const account = (await payingAccounts(trx, jointId)).get(apartmentId);
    if (account === undefined) throw new Problem('apartmentNotFound');
    const books = await readAccount(trx, jointId, account);
    const offers = await readOffers(trx, jointId, account, valueDate);
    return {
      apartmentId: account,
      balance: toPesos(balanceOf(books)),
      discounts: discountsLeft(books, offers, valueDate).map(({ bill, discount, until, amount }) => ({
        bill,
        discount: toPesos(discount),
        until,
        amount: toPesos(amount),
      })),
    };
  });
}
