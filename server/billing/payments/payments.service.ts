import type { AnswerOf, InputOf } from '../../../shared/api.ts';
import type {
  assignPayment,
  Payment,
  PaymentDayPrice,
  PaymentDue,
} from '../../../shared/billing/payments.api.ts';
import type { confirmProposals } from '../../../shared/billing/proposals.api.ts';
import type { Annulment } from '../../../shared/billing/shapes.ts';
import { type Day, dayInBogota, firstDayOf, isDay, lastDayOf, monthOf, today } from '../../../shared/days.ts';
import { defined } from '../../../shared/defined.ts';
import { type Centavos, centavos, fromPesos, sumMoney, toPesos } from '../../../shared/money.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { oncePerKey } from '../../platform/http/idempotency.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { previews } from '../../platform/queue/worker-pool.ts';
import { balanceOf } from '../ledger/account.ts';
import { numbersOf, postingDateOf } from '../ledger/books.repository.ts';
import { type BooksUseCase, inBooks } from '../ledger/books-act.ts';
import { discountsLeft } from '../ledger/discounts.ts';
import { insertPostings, readAccount } from '../ledger/ledger.repository.ts';
import { type DayPrice, FIRST_DAY } from '../ledger/payment-day.ts';
import { reverseReceipt } from '../ledger/take-payment.ts';
import { payingAccounts } from '../ledger/unit-accounts.repository.ts';
import type { ProposalsTask, WaitingProposals } from '../proposals/propose-waiting.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { withBalanceLimit } from '../till/exactly.ts';
import { readOffers } from '../till/offers.repository.ts';
import { postPayments, postReceipt } from '../till/payment-posting.ts';
import * as payments from '../till/payments.repository.ts';
import { type AccountPayment, priceDays } from './unusual-days.ts';

/** Result of confirming several payments. */
type Confirmed = AnswerOf<typeof confirmProposals>;

/** Payment as entered by a user. */
interface GivenPayment {
  apartmentId: string | null;
  amount: number;
  valueDate: Day;
  reference?: string | null;
  /** True if the user confirmed an unusual day. */
  wentOn?: true;
}

/** Individual payments and receipts. */
export function paymentsService({ store }: Context) {
  const { db } = store;

  /**
   * Lists payments by posting date: of a month, of a year, or all; optionally only unidentified payments, or every
   * receipt.
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

  /**
   * Posts a payment, with a receipt if the unit is given.
   * @throws Problem billingOff, amountInvalid, badRequest, dateInFuture, paymentDayUnusual with its price,
   * apartmentNotFound, idempotencyKeyReused
   */
  function add(
    principal: Principal,
    jointId: number,
    newPayment: GivenPayment,
    requestKey: RequestKey | null,
  ): Promise<Payment> {
    const amount = amountOf(newPayment.amount);
    const { valueDate } = newPayment;
    if (!isDay(valueDate) || valueDate < FIRST_DAY) throw new Problem('badRequest');
    const record = { jointId, assemblyId: null, conceptId: null, apartmentId: newPayment.apartmentId };
    return runUseCase(principal, jointId, (act) =>
      oncePerKey(
        act.trx,
        requestKey,
        act.at,
        async () => {
          const { trx, books } = act;
          const account =
            newPayment.apartmentId === null
              ? null
              : await accountOrRefuse(trx, jointId, newPayment.apartmentId);
          if (account !== null && newPayment.wentOn !== true)
            await askOfDays(act, [{ apartmentId: account, amount, valueDate }]);
          const reference = newPayment.reference?.trim() ?? null;
          const fields = { apartmentId: account, amount, valueDate, reference, channel: 'desk' } as const;
          const { payments: made, posted } = await postPayments(trx, books, [fields], act);
          const [own] = made;
          if (own === undefined) throw new Error('a payment was not posted');
          await act.audit('paymentEntered', {
            payment: own.payment,
            centavos: { amount },
            valueDate,
            postingDate: own.postingDate,
            reference,
            apartmentId: account,
            receipt: own.receipt?.receipt ?? null,
            posted,
          });
          return read(trx, jointId, own.payment);
        },
        record,
      ),
    );
  }

  /**
   * Assigns a payment to a unit. The receipt has the bank's day.
   * @throws Problem paymentNotFound, apartmentNotFound, paymentDayUnusual, alreadyIdentified; alreadyAnnulled if the money never arrived
   */
  function assign(
    principal: Principal,
    { jointId, payment }: { jointId: number; payment: number },
    { apartmentId, wentOn }: InputOf<typeof assignPayment>['body'],
  ): Promise<Payment> {
    return runUseCase(principal, jointId, async (act) => {
      const { trx } = act;
      const waiting = await read(trx, jointId, payment);
      if (waiting.receipt !== null) {
        throw new Problem(waiting.receipt.annulled === null ? 'alreadyIdentified' : 'alreadyAnnulled');
      }
      const account = await accountOrRefuse(trx, jointId, apartmentId);
      if (wentOn !== true) await askOfDays(act, [datedOf(waiting, account)]);
      await identify(act, principal, payment, account);
      return read(trx, jointId, payment);
    });
  }

  /** Proposes units for unidentified payments. @throws Problem overloaded */
  async function proposals(jointId: number): Promise<WaitingProposals['proposals']> {
    // Compares all texts with all units and earlier payers, so runs in a worker.
    const task = { kind: 'paymentProposals', jointId } satisfies ProposalsTask;
    return (await runInWorker<WaitingProposals>(store.address, task, { semaphore: previews })).proposals;
  }

  /**
   * Assigns several payments to the confirmed units. Payments with a receipt are left unchanged.
   * @throws Problem paymentNotFound, apartmentNotFound, paymentDayUnusual with the price of all unusual days
   */
  function confirm(
    principal: Principal,
    jointId: number,
    { payments: confirmed, wentOn }: InputOf<typeof confirmProposals>['body'],
  ): Promise<Confirmed> {
    return runUseCase(principal, jointId, async (act) => {
      const accounts = await payingAccounts(act.trx, jointId);
      const receipts: Confirmed['receipts'] = [];
      const waiting = new Map<number, AccountPayment>();
      for (const { payment, apartmentId } of confirmed) {
        const account = accounts.get(apartmentId);
        if (account === undefined) throw new Problem('apartmentNotFound');
        const found = await read(act.trx, jointId, payment);
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

  /**
   * Annuls a receipt with its discounts and interest credits. The paid debts are open again.
   * @throws Problem receiptNotFound, alreadyAnnulled
   */
  function annul(
    principal: Principal,
    { jointId, cashReceipt }: { jointId: number; cashReceipt: number },
    { reason: typedReason, unidentified = false }: { reason: string; unidentified?: boolean },
  ): Promise<Annulment> {
    return runUseCase(principal, jointId, async ({ trx, books, at, today, audit }) => {
      const found = await payments.findReceipt(trx, jointId, cashReceipt);
      if (found === undefined) throw new Problem('receiptNotFound');
      if (found.annulled) throw new Problem('alreadyAnnulled');
      const { actor } = principal;
      const { apartmentId, item, payment, valueDate } = found;
      const reason = typedReason.trim();
      const account = await readAccount(trx, jointId, apartmentId);
      const offers = await readOffers(trx, jointId, apartmentId, valueDate);
      const stamp = { postingDate: postingDateOf(books, today, today), numbers: numbersOf(books) };
      const posting = reverseReceipt(account, { item, reason, offers }, stamp);
      const posted = await insertPostings(trx, jointId, [posting], { at, actor });
      const reversal = posting.items.find(({ reverses }) => reverses === item);
      const postingDate = reversal?.postingDate ?? stamp.postingDate;
      const annulment = { jointId, receipt: cashReceipt, reason, postingDate, unidentified, at, actor };
      await payments.annulReceipt(trx, annulment);
      await audit('receiptAnnulled', {
        receipt: cashReceipt,
        payment,
        apartmentId,
        reason,
        unidentified,
        postingDate,
        posted,
      });
      return { reason, date: dayInBogota(at), by: await payments.nameOfActor(trx, actor) };
    });
  }

  async function read(db: Db, jointId: number, payment: number): Promise<Payment> {
    const [found] = await payments.listPayments(db, jointId, { payment });
    if (found === undefined) throw new Problem('paymentNotFound');
    return found;
  }

  /** Runs a change of the books of a billed joint. @throws Problem billingOff, balanceTooLarge */
  const runUseCase = <T>(
    { actor }: Principal,
    jointId: number,
    work: (act: BooksUseCase) => Promise<T>,
  ): Promise<T> =>
    withBalanceLimit(async () => {
      await requireBilling(db, jointId);
      return inBooks(db, { jointId, actor }, work);
    });

  return { list, add, assign, proposals, confirm, annul };
}

const datedOf = ({ amount, valueDate }: Payment, apartmentId: string): AccountPayment => ({
  apartmentId,
  amount: amountOf(amount),
  valueDate,
});

/** Asks for confirmation of unusual days. @throws Problem paymentDayUnusual with the first day and the total price */
async function askOfDays(
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

/** Returns the dates of a month (default: of the current year), of a year, or no limits. */
function timeOf(year: number | undefined, month: number | undefined): { from?: Day; until?: Day } {
  if (month === undefined) return year === undefined ? {} : { from: `${year}-01-01`, until: `${year}-12-31` };
  const chosenMonth = monthOf(year ?? Number(today().slice(0, 4)), month);
  return { from: firstDayOf(chosenMonth), until: lastDayOf(chosenMonth) };
}

/** @throws Problem amountInvalid */
function amountOf(pesos: number): Centavos {
  const amount = fromPesos(pesos);
  if (amount === null || amount <= 0) throw new Problem('amountInvalid');
  return amount;
}

/** @throws Problem apartmentNotFound */
async function accountOrRefuse(db: Db, jointId: number, apartmentId: string): Promise<string> {
  const account = (await payingAccounts(db, jointId)).get(apartmentId);
  if (account === undefined) throw new Problem('apartmentNotFound');
  return account;
}

/**
 * Returns the paying account of a unit, its balance, and the amounts that earn a discount.
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
