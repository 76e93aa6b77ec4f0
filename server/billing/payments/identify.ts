import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import type { splitPayment as splitPaymentApi } from '../../../shared/billing/exits.api.ts';
import type { assignPayment as assignPaymentApi, Payment } from '../../../shared/billing/payments.api.ts';
import type { confirmProposals } from '../../../shared/billing/proposals.api.ts';
import { sumMoney, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { BooksUseCase } from '../ledger/books-act.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import { checkPaymentAddsUp } from '../till/destinations.repository.ts';
import { postReceipts } from '../till/payment-posting.ts';
import { accountOrRefuse, askOfDays, inPayments, paymentAmountOf, readPayment } from './act.ts';
import type { AccountPayment } from './unusual-days.ts';
import { readWaitingMoney, type WaitingMoney } from './waiting.ts';

/**
 * Answer of the endpoint to confirm proposed units: the receipts created, and the number of payments skipped
 * because of an existing receipt.
 */
export type Confirmed = AnswerOf<typeof confirmProposals>;

/** Share of a payment for an account, in centavos. */
type Share = Pick<AccountPayment, 'apartmentId' | 'amount'>;

/**
 * Assigns the money of a payment without a known payer to a unit and creates the receipt, dated on the bank's
 * day.
 * @throws Problem paymentNotFound, apartmentNotFound, paymentDayUnusual, waitingMoved, alreadyIdentified,
 *   alreadyLeft; alreadyAnnulled if the money never arrived
 */
export function assignPayment(
  db: Db,
  principal: Principal,
  { jointId, payment }: { jointId: number; payment: number },
  { apartmentId, wentOn, reason, waiting: shown }: InputOf<typeof assignPaymentApi>['body'],
): Promise<Payment> {
  return inPayments(db, principal, jointId, async (act) => {
    const { trx } = act;
    const waiting = await readWaitingMoney(trx, jointId, payment, shown);
    const account = await accountOrRefuse(trx, jointId, apartmentId);
    const { amount, valueDate } = waiting;
    if (wentOn !== true) await askOfDays(act, [{ apartmentId: account, amount, valueDate }]);
    await identify(act, waiting, account, reason?.trim());
    return readPayment(trx, jointId, payment);
  });
}

/**
 * Assigns several payments to the units proposed by the product and confirmed by a user, and creates the
 * receipts. Payments already assigned meanwhile stay unchanged.
 * @throws Problem paymentNotFound, apartmentNotFound, waitingMoved, paymentDayUnusual with the effect of all
 *   unusual days
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
    const waiting = new Map<number, AccountPayment & WaitingMoney>();
    for (const { payment, apartmentId, waiting: shown } of confirmed) {
      const account = accounts.get(apartmentId);
      if (account === undefined) throw new Problem('apartmentNotFound');
      const found = await readPayment(act.trx, jointId, payment);
      if (found.waiting === 0 || waiting.has(payment)) continue;
      waiting.set(payment, {
        ...(await readWaitingMoney(act.trx, jointId, payment, shown)),
        apartmentId: account,
      });
    }
    if (wentOn !== true) await askOfDays(act, [...waiting.values()]);
    for (const { apartmentId, ...money } of waiting.values())
      receipts.push(await identify(act, money, apartmentId));
    return { receipts, already: confirmed.length - receipts.length };
  });
}

/**
 * Splits the unassigned money of a payment over several units, with a receipt for each share: a person may
 * pay two units at once. A unit has one share; units of the same account may each have a share.
 * @throws Problem amountInvalid, unitTwice, sharesDiffer, paymentNotFound, apartmentNotFound,
 *   paymentDayUnusual, alreadyIdentified, alreadyLeft, alreadyAnnulled
 */
export function splitPayment(
  db: Db,
  principal: Principal,
  { jointId, payment }: { jointId: number; payment: number },
  { shares: unitShares, reason, wentOn }: InputOf<typeof splitPaymentApi>['body'],
): Promise<AnswerOf<typeof splitPaymentApi>> {
  if (new Set(unitShares.map(({ apartmentId }) => apartmentId)).size < unitShares.length)
    throw new Problem('unitTwice');
  return inPayments(db, principal, jointId, async (act) => {
    const waiting = await readWaitingMoney(act.trx, jointId, payment);
    const shares: Share[] = [];
    for (const { apartmentId, amount } of unitShares) {
      const account = await accountOrRefuse(act.trx, jointId, apartmentId);
      shares.push({ apartmentId: account, amount: paymentAmountOf(amount) });
    }
    if (sumMoney(shares.map(({ amount }) => amount)) !== waiting.amount) throw new Problem('sharesDiffer');
    const { valueDate } = waiting;
    if (wentOn !== true)
      await askOfDays(
        act,
        shares.map((share) => ({ ...share, valueDate })),
      );
    const { receipts, posted } = await postShares(act, waiting, shares);
    const numbers = receipts.map(({ receipt }) => receipt);
    const units = receipts.map(({ apartmentId }) => apartmentId);
    const facts = { payment, receipts: numbers, apartmentIds: units, reason: reason.trim() };
    await act.audit('paymentSplit', { ...facts, centavos: { amount: waiting.amount }, posted });
    return receipts.map(({ receipt, apartmentId }, index) => ({
      apartmentId,
      cashReceipt: receipt,
      amount: toPesos(shares[index]?.amount ?? waiting.amount),
    }));
  });
}

/** Creates the receipt of all waiting money of a payment. */
async function identify(
  act: BooksUseCase,
  waiting: WaitingMoney,
  apartmentId: string,
  reason?: string,
): Promise<Confirmed['receipts'][number]> {
  const { payment, amount } = waiting;
  const { receipts, posted } = await postShares(act, waiting, [{ apartmentId, amount }]);
  const [own] = receipts;
  if (own === undefined) throw new Error('A receipt was not posted.');
  const { receipt } = own;
  const why = reason === undefined ? {} : { reason };
  await act.audit('paymentIdentified', { payment, receipt, apartmentId, ...why, posted });
  return { payment, apartmentId, cashReceipt: receipt };
}

/** Posts the receipts of the shares of a payment, and checks the sums. */
async function postShares(
  { trx, books, at, actor, today }: BooksUseCase,
  { payment, valueDate, notBefore }: WaitingMoney,
  shares: readonly Share[],
) {
  const receipts = shares.map((share) => ({ ...share, payment, valueDate, notBefore }));
  const made = await postReceipts(trx, books, receipts, { at, actor, today });
  await checkPaymentAddsUp(trx, books.jointId, payment);
  return made;
}
