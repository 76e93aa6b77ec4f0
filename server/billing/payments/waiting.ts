import type { Day } from '../../../shared/days.ts';
import { type Centavos, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { listExits } from '../till/exits.repository.ts';
import * as payments from '../till/payments.repository.ts';
import { readPayment } from './act.ts';

/**
 * Money of a payment not assigned to a unit yet ('consignación por identificar'), before an assignment,
 * refund or booking as other income.
 */
export interface WaitingMoney {
  payment: number;
  /** Waiting money in centavos, greater than 0. */
  amount: Centavos;
  valueDate: Day;
  /** First posting day allowed, so that on no day the money counts twice. */
  notBefore: Day;
}

/**
 * Returns the money of a payment still waiting for a unit, before the money is assigned, refunded or booked
 * as other income.
 * @param shown waiting money shown to the user, in pesos; refused if changed meanwhile
 * @throws Problem paymentNotFound; alreadyLeft if the money is another income or was returned; waitingMoved
 *   if another amount was shown to the user; alreadyIdentified if the money has a receipt; alreadyAnnulled if
 *   the money never arrived
 */
export async function readWaitingMoney(
  trx: Db,
  jointId: number,
  payment: number,
  shown?: number,
): Promise<WaitingMoney> {
  const found = await payments.findPayment(trx, jointId, payment);
  if (found === undefined) throw new Problem('paymentNotFound');
  const { waiting, valueDate, postingDate } = found;
  if (waiting <= 0) throw new Problem(await reasonOfNone(trx, jointId, payment));
  if (shown !== undefined && shown !== toPesos(waiting)) throw new Problem('waitingMoved');
  const annulled = await payments.annulledUntil(trx, jointId, payment);
  const notBefore = annulled !== null && annulled > postingDate ? annulled : postingDate;
  return { payment, amount: waiting, valueDate, notBefore };
}

async function reasonOfNone(trx: Db, jointId: number, payment: number) {
  const exits = await listExits(trx, jointId, { payment });
  if (exits.some(({ annulled }) => annulled === null)) return 'alreadyLeft';
  const { receipt } = await readPayment(trx, jointId, payment);
  return receipt?.annulled ? 'alreadyAnnulled' : 'alreadyIdentified';
}
