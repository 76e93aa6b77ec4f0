import { MOST_LISTED_EXITS, type PaymentExit } from '../../../shared/billing/exits.api.ts';
import type { Payment, PaymentDue } from '../../../shared/billing/payments.api.ts';
import { type Day, firstDayOf, isDay, lastDayOf, monthOf, today } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { toPesos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { previews } from '../../platform/queue/worker-pool.ts';
import { settlementOf } from '../accounts/settlement.ts';
import { readUnitDebts, settlementToApi } from '../accounts/unit-debts.ts';
import { balanceOf } from '../ledger/account.ts';
import { readBooks } from '../ledger/books.repository.ts';
import { discountsLeft } from '../ledger/discounts.ts';
import { readAccount } from '../ledger/ledger.repository.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import type { ProposalsTask, WaitingProposals } from '../proposals/propose-waiting.ts';
import { listExits } from '../till/exits.repository.ts';
import { readOffers } from '../till/offers.repository.ts';
import * as payments from '../till/payments.repository.ts';

/**
 * Creates the service behind the list of payments: payments of a period, payments waiting for a unit with
 * proposals for the unit, and money that left as refund or other income.
 */
export function paymentsService({ store }: Context) {
  const { db } = store;

  /**
   * Lists payments by posting date: of a month, of a year, or all. Optionally lists only unidentified payments, or
   * every receipt.
   */
  function list(
    jointId: number,
    { year, month, ...asked }: { year?: number; month?: number; unidentified?: boolean; receipts?: boolean },
  ): Promise<Payment[]> {
    return payments.listPayments(db, jointId, {
      ...timeOf(year, month),
      ...defined({
        unidentified: asked.unidentified === true ? true : undefined,
        receipts: asked.receipts === true ? true : undefined,
      }),
    });
  }

  /** Proposes a unit for each unidentified payment. @throws Problem overloaded */
  async function proposals({ actor }: Principal, jointId: number): Promise<WaitingProposals['proposals']> {
    // Compares all texts with all units and earlier payers, so runs in a worker.
    const task = { kind: 'paymentProposals', jointId } satisfies ProposalsTask;
    const options = { actor, semaphore: previews };
    return (await runInWorker<WaitingProposals>(store.address, task, options)).proposals;
  }

  /** Lists a page of other income and refunds, newest first, annulled ones too. */
  const exits = (jointId: number, { before }: { before?: number }): Promise<PaymentExit[]> =>
    listExits(db, jointId, { most: MOST_LISTED_EXITS, ...defined({ before }) });

  return { list, proposals, exits };
}

/**
 * Returns the first and last day of a month (default: of the current year) or of a year. Empty without both: no
 * limits.
 */
function timeOf(year: number | undefined, month: number | undefined): { from?: Day; until?: Day } {
  if (month === undefined) return year === undefined ? {} : { from: `${year}-01-01`, until: `${year}-12-31` };
  const chosenMonth = monthOf(year ?? Number(today().slice(0, 4)), month);
  return { from: firstDayOf(chosenMonth), until: lastDayOf(chosenMonth) };
}

/**
 * Reads the facts shown while a payment of a unit is typed: the account that receives the payment, the
 * balance, the amount to leave the account without debt, and the amounts that earn a prompt-payment discount
 * on the value date. In pesos.
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
    const books = await readBooks(trx, jointId);
    const { debts, accrual, paidUp } = await readUnitDebts(trx, books, apartmentId, valueDate);
    const found = debts.find((debt) => debt.account.apartmentId === account);
    const own = found?.account ?? (await readAccount(trx, jointId, account));
    const offers = await readOffers(trx, jointId, account, valueDate);
    return {
      apartmentId: account,
      balance: toPesos(balanceOf(own)),
      settlement: settlementToApi(settlementOf(own, { accrual, offers, day: valueDate }), valueDate),
      paidUp,
      discounts: discountsLeft(own, offers, valueDate).map(({ bill, discount, until, amount }) => ({
        bill,
        discount: toPesos(discount),
        until,
        amount: toPesos(amount),
      })),
    };
  });
}
