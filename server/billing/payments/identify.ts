import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import type { assignPayment as assignPaymentApi, Payment } from '../../../shared/billing/payments.api.ts';
import type { confirmProposals } from '../../../shared/billing/proposals.api.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { BooksUseCase } from '../ledger/books-act.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import { postReceipt } from '../till/payment-posting.ts';
import * as payments from '../till/payments.repository.ts';
import { accountOrRefuse, askOfDays, datedOf, inPayments, readPayment } from './act.ts';
import type { AccountPayment } from './unusual-days.ts';

/** Answer of the API after confirming the proposed units of several payments. */
export type Confirmed = AnswerOf<typeof confirmProposals>;

/**
 * Assigns an unidentified payment to a unit and creates the receipt, dated on the bank's day.
 * @throws Problem paymentNotFound, apartmentNotFound, paymentDayUnusual, alreadyIdentified; alreadyAnnulled if the
 * money never arrived
 */
export function assignPayment(
  db: Db,
  principal: Principal,
  { jointId, payment }: { jointId: number; payment: number },
  { apartmentId, wentOn }: InputOf<typeof assignPaymentApi>['body'],
): Promise<Payment> {
  return inPayments(db, principal, jointId, async (act) => {
    const { trx } = act;
    const waiting = await readPayment(trx, jointId, payment);
    if (waiting.receipt !== null) {
      throw new Problem(waiting.receipt.annulled === null ? 'alreadyIdentified' : 'alreadyAnnulled');
    }
    const account = await accountOrRefuse(trx, jointId, apartmentId);
    if (wentOn !== true) await askOfDays(act, [datedOf(waiting, account)]);
    await identify(act, principal, payment, account);
    return readPayment(trx, jointId, payment);
  });
}

/**
 * Assigns several payments to the units confirmed by a user. Payments with a receipt stay unchanged.
 * @throws Problem paymentNotFound, apartmentNotFound, paymentDayUnusual with the effect of all unusual days
 */
export function confirmPayments(
  db: Db,
  principal: Principal,
  jointId: number,
  { payments: confirmed, wentOn }: InputOf<typeof confirmProposals>['body'],
): Promise<Confirmed> {
  return inPayments(db, principal, jointId, async (act) => {
    const accounts = await payingAccounts(act.trx, jointId);
    const receipts: Confirmed['receipts'] = [];
    const waiting = new Map<number, AccountPayment>();
    for (const { payment, apartmentId } of confirmed) {
      const account = accounts.get(apartmentId);
      if (account === undefined) throw new Problem('apartmentNotFound');
      const found = await readPayment(act.trx, jointId, payment);
      if (found.receipt === null && !waiting.has(payment)) waiting.set(payment, datedOf(found, account));
    }
    if (wentOn !== true) await askOfDays(act, [...waiting.values()]);
    for (const [payment, { apartmentId }] of waiting)
      receipts.push(await identify(act, principal, payment, apartmentId));
    return { receipts, already: confirmed.length - receipts.length };
  });
}

/** Creates the receipt of an unidentified payment. @throws Problem paymentNotFound */
async function identify(
  { trx, books, at, today, audit }: BooksUseCase,
  { actor }: Principal,
  payment: number,
  account: string,
): Promise<Confirmed['receipts'][number]> {
  const { jointId } = books;
  const found = await payments.findPayment(trx, jointId, payment);
  if (found === undefined) throw new Problem('paymentNotFound');
  // Not before the last annulment, so that on no day a payment counts on two accounts.
  const notBefore = await payments.annulledUntil(trx, jointId, payment);
  const receiptInput = { payment, apartmentId: account, ...found, notBefore };
  const { receipt, posted } = await postReceipt(trx, books, receiptInput, { at, actor, today });
  await audit('paymentIdentified', { payment, receipt, apartmentId: account, posted });
  return { payment, apartmentId: account, cashReceipt: receipt };
}
