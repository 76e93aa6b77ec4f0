import type { InputOf } from '../../../shared/api.ts';
import type {
  bookOtherIncome as bookOtherIncomeApi,
  PaymentExit,
  refundPayment as refundPaymentApi,
} from '../../../shared/billing/exits.api.ts';
import type { Annulment } from '../../../shared/billing/shapes.ts';
import { dayInBogota, isDay } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { postingDateOf } from '../ledger/books.repository.ts';
import type { BooksUseCase } from '../ledger/books-act.ts';
import { postedOf } from '../proof/posted.ts';
import { checkPaymentAddsUp } from '../till/destinations.repository.ts';
import { insertExit, listExits, type NewExit } from '../till/exits.repository.ts';
import * as payments from '../till/payments.repository.ts';
import { inPayments } from './act.ts';
import { readWaitingMoney, type WaitingMoney } from './waiting.ts';

interface PaymentOfJoint {
  jointId: number;
  payment: number;
}

/**
 * Books the unassigned money of a payment as another income of the joint (for example interest paid by the
 * bank) instead of a unit's payment, dated on the bank's day.
 * @throws Problem paymentNotFound, alreadyLeft, alreadyIdentified, alreadyAnnulled
 */
export function bookOtherIncome(
  db: Db,
  principal: Principal,
  { jointId, payment }: PaymentOfJoint,
  { concept, reason: typedReason, waiting: shown }: InputOf<typeof bookOtherIncomeApi>['body'],
): Promise<PaymentExit> {
  return inPayments(db, principal, jointId, async (act) => {
    const waiting = await readWaitingMoney(act.trx, jointId, payment, shown);
    const reason = typedReason.trim();
    const kind = { kind: 'income', concept, reference: null, reason } as const;
    const { exit, posted, postingDate } = await leave(act, waiting, {
      ...kind,
      value_date: waiting.valueDate,
    });
    const facts = { payment, exit, centavos: { amount: waiting.amount }, incomeConcept: concept, reason };
    await act.audit('otherIncomeBooked', { ...facts, valueDate: waiting.valueDate, postingDate, posted });
    return readExit(act.trx, jointId, exit);
  });
}

/**
 * Notes that the unassigned money of a payment was returned to the payer, so that the money no longer waits
 * for a unit.
 * @throws Problem badRequest, refundBeforePayment, dateInFuture, paymentNotFound, alreadyLeft,
 *   alreadyIdentified, alreadyAnnulled
 */
export const refundPayment = (
  db: Db,
  principal: Principal,
  { jointId, payment }: PaymentOfJoint,
  refund: InputOf<typeof refundPaymentApi>['body'],
): Promise<PaymentExit> => inPayments(db, principal, jointId, (act) => refundWithin(act, payment, refund));

/** Notes the return of waiting money as a part of a change of the books, like `refundPayment`. */
export async function refundWithin(
  act: BooksUseCase,
  payment: number,
  {
    refundedOn,
    reason: typedReason,
    reference: typedReference,
    waiting: shown,
  }: InputOf<typeof refundPaymentApi>['body'],
): Promise<PaymentExit> {
  const { jointId } = act.books;
  if (!isDay(refundedOn)) throw new Problem('badRequest');
  const waiting = await readWaitingMoney(act.trx, jointId, payment, shown);
  if (refundedOn < waiting.valueDate) throw new Problem('refundBeforePayment');
  const [reason, reference] = [typedReason.trim(), typedReference.trim()];
  const kind = { kind: 'refund', concept: null, reference, reason } as const;
  const { exit, posted, postingDate } = await leave(act, waiting, { ...kind, value_date: refundedOn });
  const facts = { payment, exit, centavos: { amount: waiting.amount }, reference, reason };
  await act.audit('paymentReturned', { ...facts, valueDate: refundedOn, postingDate, posted });
  return readExit(act.trx, jointId, exit);
}

/** Stores an exit of all waiting money of a payment, and checks the sums. @throws Problem dateInFuture */
async function leave(
  { trx, books, today, at, actor }: BooksUseCase,
  { payment, amount, notBefore }: WaitingMoney,
  newExit: Omit<NewExit, 'payment' | 'amount' | 'posting_date'>,
) {
  const ownDay = postingDateOf(books, newExit.value_date, today);
  const postingDate = notBefore > ownDay ? notBefore : ownDay;
  const row = { ...newExit, payment, amount, posting_date: postingDate };
  const stored = await insertExit(trx, books.jointId, row, { at, actor });
  await checkPaymentAddsUp(trx, books.jointId, payment);
  return { ...stored, postingDate };
}

/**
 * Annuls a booking as other income or a refund. The booking keeps its number, and the money waits to be
 * assigned again.
 * @throws Problem exitNotFound, alreadyAnnulled
 */
export function annulPaymentExit(
  db: Db,
  principal: Principal,
  { jointId, exit }: { jointId: number; exit: number },
  typedReason: string,
): Promise<Annulment> {
  return inPayments(db, principal, jointId, async ({ trx, books, at, today, actor, audit }) => {
    const { payment, annulled, postingDate: leftOn } = await readExit(trx, jointId, exit);
    if (annulled !== null) throw new Problem('alreadyAnnulled');
    const reason = typedReason.trim();
    const openDay = postingDateOf(books, today, today);
    const postingDate = leftOn > openDay ? leftOn : openDay;
    const document = { jointId, kind: 'exit', number: exit } as const;
    await payments.annulDocument(trx, { ...document, reason, postingDate, unidentified: true, at, actor });
    await checkPaymentAddsUp(trx, jointId, payment);
    const facts = { exit, payment, reason, unidentified: true, postingDate };
    await audit('paymentExitAnnulled', { ...facts, posted: postedOf([]) });
    return { reason, date: dayInBogota(at), by: await payments.nameOfActor(trx, actor) };
  });
}

/** Returns an exit by its number. @throws Problem exitNotFound */
async function readExit(db: Db, jointId: number, exit: number): Promise<PaymentExit> {
  const [found] = await listExits(db, jointId, { exit });
  if (found === undefined) throw new Problem('exitNotFound');
  return found;
}
