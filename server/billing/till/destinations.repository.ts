import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import { exitsWithAnnulments, receiptsWithAnnulments } from '../ledger/annulled.repository.ts';
import { findPayment } from './payments.repository.ts';

/**
 * Uses of a payment's money, in centavos: receipts, other income and refunds. With the money still waiting
 * for a unit, the sum is the payment.
 */
export interface Destinations {
  /** Money of valid receipts. */
  assigned: Centavos;
  /** Money of receipts annulled because the money never arrived. */
  neverArrived: Centavos;
  /** Money booked as other income of the joint. */
  income: Centavos;
  /** Money returned to the payer. */
  refunded: Centavos;
}

/**
 * Sums the uses of a payment's money in centavos: valid receipts, receipts without money, other income and
 * refunds.
 */
export async function readDestinations(db: Db, jointId: number, payment: number): Promise<Destinations> {
  const receipts = await receiptsWithAnnulments(db)
    .select(['r.amount', 'a.number as annulled', 'a.unidentified'])
    .where('r.joint_id', '=', jointId)
    .where('r.payment', '=', payment)
    .execute();
  const exits = await exitsWithAnnulments(db)
    .select(['x.amount', 'x.kind'])
    .where('x.joint_id', '=', jointId)
    .where('x.payment', '=', payment)
    .where('a.number', 'is', null)
    .execute();
  const sums = { assigned: NO_MONEY, neverArrived: NO_MONEY, income: NO_MONEY, refunded: NO_MONEY };
  const add = (to: keyof Destinations, amount: Centavos) => {
    sums[to] = centavos(sums[to] + amount);
  };
  for (const { amount, annulled, unidentified } of receipts) {
    if (annulled === null) add('assigned', amount);
    else if (unidentified === 0) add('neverArrived', amount);
  }
  for (const { amount, kind } of exits) add(kind === 'income' ? 'income' : 'refunded', amount);
  return sums;
}

/**
 * Checks at the end of a change that the uses of a payment's money and the money still waiting add up to the
 * payment. A safeguard against errors in the code.
 * @throws Error if not: the transaction ends without a change
 */
export async function checkPaymentAddsUp(trx: Db, jointId: number, payment: number): Promise<void> {
  const found = await findPayment(trx, jointId, payment);
  const parts = Object.values(await readDestinations(trx, jointId, payment));
  if (found === undefined) throw new Error(`payment ${payment} is missing`);
  const sum = parts.reduce((all, part) => all + part, found.waiting);
  if (sum !== found.amount || found.waiting < 0)
    throw new Error(`the parts of payment ${payment} add up to ${sum}, not to ${found.amount}`);
}

/**
 * Returns the payments received between two days by the bank's day, in centavos, to compare with a bank's file.
 * Money that never arrived has a negative entry. Leaves out cash. A day and a payment may have several entries.
 */
export async function bookedDays(
  db: Db,
  jointId: number,
  [first, last]: readonly [Day, Day],
): Promise<{ payment: number; day: Day; amount: number; reference: string | null; detail: string | null }[]> {
  const paid = await db
    .selectFrom('payment')
    .select(['payment', 'value_date as day', 'amount', 'reference', 'detail'])
    .where('joint_id', '=', jointId)
    .where('value_date', '>=', first)
    .where('value_date', '<=', last)
    .where((eb) => eb.or([eb('means', 'is', null), eb('means', '<>', 'cash')]))
    .execute();
  const gone = await receiptsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'r', ['joint_id', 'payment'])))
    .select(['r.payment', 'r.value_date as day', 'r.amount', 'p.reference', 'p.detail'])
    .where('r.joint_id', '=', jointId)
    .where('r.value_date', '>=', first)
    .where('r.value_date', '<=', last)
    .where('a.unidentified', '=', 0)
    .where((eb) => eb.or([eb('p.means', 'is', null), eb('p.means', '<>', 'cash')]))
    .execute();
  return [...paid, ...gone.map((one) => ({ ...one, amount: -one.amount }))];
}
