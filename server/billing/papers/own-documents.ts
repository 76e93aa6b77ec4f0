import type { Db } from '../../db/engine.ts';
import type { Principal } from '../../http/principal.ts';
import { Problem } from '../../http/problem.ts';
import { ownsAccount } from '../accounts/own-units.ts';

/** @throws Problem billNotFound for a bill that the joint does not have, or that is not of the caller's own units */
export async function checkOwnBill(
  db: Db,
  principal: Principal,
  jointId: number,
  bill: number,
): Promise<void> {
  const row = await db
    .selectFrom('bill')
    .select('apartment_id')
    .where('joint_id', '=', jointId)
    .where('bill', '=', bill)
    .executeTakeFirst();
  if (row === undefined || !(await ownsAccount(db, principal, jointId, row.apartment_id))) {
    throw new Problem('billNotFound');
  }
}

/** @throws Problem receiptNotFound for a receipt that the joint does not have, or that is not of the caller's own units */
export async function checkOwnReceipt(
  db: Db,
  principal: Principal,
  jointId: number,
  receipt: number,
): Promise<void> {
  const row = await db
    .selectFrom('receipt')
    .select('apartment_id')
    .where('joint_id', '=', jointId)
    .where('receipt', '=', receipt)
    .executeTakeFirst();
  if (row === undefined || !(await ownsAccount(db, principal, jointId, row.apartment_id))) {
    throw new Problem('receiptNotFound');
  }
}
