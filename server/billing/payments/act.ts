import type { Payment, PaymentDayPrice } from '../../../shared/billing/payments.api.ts';
import { type Centavos, centavos, fromPesos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { type BooksUseCase, inBooks } from '../ledger/books-act.ts';
import type { DayPrice } from '../ledger/payment-day.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { withBalanceLimit } from '../till/exactly.ts';
import * as payments from '../till/payments.repository.ts';
import { type AccountPayment, priceDays } from './unusual-days.ts';

/**
 * Returns a payment of a joint (co-owned property) by its number, in the form of the API (amounts in pesos).
 * @throws Problem paymentNotFound
 */
export async function readPayment(db: Db, jointId: number, payment: number): Promise<Payment> {
  const [found] = await payments.listPayments(db, jointId, { payment });
  if (found === undefined) throw new Problem('paymentNotFound');
  return found;
}

/**
 * Runs `work` as a change of payments in a joint's billing, for example a new payment or an annulment: in a
 * transaction, with the billing lock and the audit trail of `inBooks`. Refuses a joint without billing.
 * @throws Problem billingOff, balanceTooLarge
 */
export const inPayments = <T>(
  db: Db,
  { actor }: Principal,
  jointId: number,
  work: (act: BooksUseCase) => Promise<T>,
): Promise<T> =>
  withBalanceLimit(async () => {
    await requireBilling(db, jointId);
    return inBooks(db, { jointId, actor }, work);
  });

/**
 * Checks the dates of payments before posting. An old date that would forgive much late interest must be
 * confirmed by the user first. Returns without a result if all dates are usual.
 * @throws Problem paymentDayUnusual with the first unusual day, and the interest forgiven by all
 */
export async function askOfDays(
  { trx, books, today: day }: BooksUseCase,
  payments: readonly AccountPayment[],
): Promise<void> {
  const past = payments.filter(({ valueDate }) => valueDate <= day);
  const prices = await priceDays(trx, books, past, day);
  const unusual = prices.flatMap((price, at) =>
    price === null ? [] : { price, day: past[at]?.valueDate ?? day },
  );
  const [first] = unusual;
  if (first === undefined) return;
  const sum = (part: keyof DayPrice) => toPesos(centavos(sumMoney(unusual.map(({ price }) => price[part]))));
  const details: PaymentDayPrice = {
    valueDate: first.day,
    interest: sum('interest'),
    discount: sum('discount'),
  };
  throw new Problem('paymentDayUnusual', details);
}

/**
 * Converts the amount of a payment typed by a user from pesos to centavos: 120000.5 gives 12000050.
 * @throws Problem amountInvalid if not positive or with fractions of a centavo
 */
export function paymentAmountOf(pesos: number): Centavos {
  const amount = fromPesos(pesos);
  if (amount === null || amount <= 0) throw new Problem('amountInvalid');
  return amount;
}

/**
 * Returns the account to post a unit's payment on, as the id of the unit with the bills: usually the main
 * unit; an earlier account while in debt.
 * @throws Problem apartmentNotFound
 */
export async function accountOrRefuse(db: Db, jointId: number, apartmentId: string): Promise<string> {
  const account = (await payingAccounts(db, jointId)).get(apartmentId);
  if (account === undefined) throw new Problem('apartmentNotFound');
  return account;
}
