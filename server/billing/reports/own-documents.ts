import type { Db } from '../../platform/db/engine.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { ownsAccount } from '../accounts/own-units.ts';
import { findStandingBill } from '../issue/annulments.repository.ts';
import { findReceipt } from '../till/payments.repository.ts';

interface Document<K extends string> {
  params: Readonly<Record<K, number>>;
  query: { jointId: number };
}

/**
 * Checks before a bill is shown or printed that an owner asks only for a bill of the own units. Other
 * profiles pass.
 * @throws Problem billNotFound if the bill is absent or the caller does not own the unit
 */
export async function checkOwnBill(
  db: Db,
  principal: Principal,
  { params: { bill }, query: { jointId } }: Document<'bill'>,
): Promise<void> {
  const found = await findStandingBill(db, jointId, bill);
  if (found === undefined || !(await ownsAccount(db, principal, jointId, found.apartmentId))) {
    throw new Problem('billNotFound');
  }
}

/**
 * Checks before a receipt is shown or printed that an owner asks only for a receipt of the own units. Other
 * profiles pass.
 * @throws Problem receiptNotFound if the receipt is absent or the caller does not own the unit
 */
export async function checkOwnReceipt(
  db: Db,
  principal: Principal,
  { params: { cashReceipt }, query: { jointId } }: Document<'cashReceipt'>,
): Promise<void> {
  const found = await findReceipt(db, jointId, cashReceipt);
  if (found === undefined || !(await ownsAccount(db, principal, jointId, found.apartmentId))) {
    throw new Problem('receiptNotFound');
  }
}
