import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import type { Payment } from '../../../shared/billing/payments.api.ts';
import { type Day, isDay } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { BooksUseCase } from '../ledger/books-act.ts';
import { FIRST_DAY } from '../ledger/payment-day.ts';
import { type NewPayment, postPayments } from '../till/payment-posting.ts';
import { accountOrRefuse, askOfDays, inPayments, paymentAmountOf, readPayment } from './act.ts';

/** Payment as typed by the staff in the form, input of `addPayment`. */
export interface GivenPayment {
  /** Id of the unit; null if the payer is unknown. */
  apartmentId: string | null;
  /** Paid amount in pesos. */
  amount: number;
  /** Day of the payment. */
  valueDate: Day;
  /** Reference typed by the payer, or number of the bank's receipt. */
  reference?: string | null;
  /** Means of payment: cash, transfer …. */
  means?: PaymentMeans | null;
  /** Name of the payer, if not the owner. */
  payer?: string | null;
  /** True if the user has confirmed an unusual payment day. */
  wentOn?: true;
}

/**
 * Posts a payment typed by the staff to the unit's account, and creates the receipt. If the unit is unknown,
 * the money waits without a receipt to be identified later.
 * @throws Problem billingOff, amountInvalid, badRequest, dateInFuture, paymentDayUnusual with the effect of
 *   the day, apartmentNotFound, idempotencyKeyReused
 */
export function addPayment(
  db: Db,
  principal: Principal,
  jointId: number,
  newPayment: GivenPayment,
  requestKey: RequestKey | null,
): Promise<Payment> {
  const amount = paymentAmountOf(newPayment.amount);
  const { valueDate } = newPayment;
  if (!isDay(valueDate) || valueDate < FIRST_DAY) throw new Problem('badRequest');
  const record = { jointId, assemblyId: null, conceptId: null, apartmentId: newPayment.apartmentId };
  return inPayments(db, principal, jointId, (act) =>
    oncePerKey(
      act.trx,
      requestKey,
      act.at,
      async () => {
        const { trx } = act;
        const account =
          newPayment.apartmentId === null
            ? null
            : await accountOrRefuse(trx, jointId, newPayment.apartmentId);
        if (account !== null && newPayment.wentOn !== true)
          await askOfDays(act, [{ apartmentId: account, amount, valueDate }]);
        const reference = newPayment.reference?.trim() ?? null;
        const paidWith = { means: newPayment.means ?? null, payer: newPayment.payer?.trim() || null };
        const paid = { apartmentId: account, amount, valueDate, reference, ...paidWith };
        const fields = { ...paid, channel: 'desk' } as const;
        return readPayment(trx, jointId, await enterPayment(act, fields));
      },
      record,
    ),
  );
}

/** Posts a single payment with the entry in the trail. Returns the number of the payment. */
export async function enterPayment(act: BooksUseCase, fields: NewPayment): Promise<number> {
  const { amount, valueDate, reference, apartmentId } = fields;
  const { payments, posted } = await postPayments(act.trx, act.books, [fields], act);
  const [own] = payments;
  if (own === undefined) throw new Error('A payment was not posted.');
  await act.audit('paymentEntered', {
    payment: own.payment,
    centavos: { amount },
    valueDate,
    postingDate: own.postingDate,
    reference,
    apartmentId,
    receipt: own.receipt?.receipt ?? null,
    posted,
  });
  return own.payment;
}
