import type { CashReceipt } from '../../../shared/billing/payments.api.ts';
import type { Day } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { receiptsWithAnnulments } from '../ledger/annulled.repository.ts';

/**
 * Lists the receipts for payments on some accounts, newest first, including annulled receipts. Amounts in
 * pesos.
 * @param accounts ids of the units with the bills
 */
export async function listCashReceipts(
  db: Db,
  jointId: number,
  accounts: readonly string[],
): Promise<CashReceipt[]> {
  const rows = await receiptsWithAnnulments(db)
    .select(['r.value_date as date', 'r.receipt as cashReceipt', 'r.amount', 'a.number as annulled'])
    .where('r.joint_id', '=', jointId)
    .where('r.apartment_id', 'in', [...accounts])
    .orderBy('r.receipt', 'desc')
    .execute();
  return rows.map((row) => ({
    ...row,
    amount: toPesos(row.amount),
    jointId,
    annulled: row.annulled !== null,
  }));
}

/**
 * Returns the days of a joint (co-owned property) with a payment, receipt or exit posted or annulled, oldest first:
 * the years and months of the report 'Recaudos del Mes'.
 */
export async function paymentDays(db: Db, jointId: number): Promise<Day[]> {
  const daysOf = (table: 'payment' | 'receipt' | 'payment_exit' | 'document_annulment') =>
    db.selectFrom(table).select('posting_date').where('joint_id', '=', jointId);
  const rows = await daysOf('payment')
    .union(daysOf('receipt'))
    .union(daysOf('payment_exit'))
    .union(daysOf('document_annulment').where('kind', '<>', 'bill'))
    .orderBy('posting_date')
    .execute();
  return rows.map((row) => row.posting_date);
}

/**
 * Returns the days with posted receipts of some accounts, oldest first, to offer years and months in the
 * owner's list of receipts.
 */
export async function receiptDays(db: Db, jointId: number, accounts: readonly string[]): Promise<Day[]> {
  if (accounts.length === 0) return [];
  const rows = await db
    .selectFrom('receipt')
    .select('posting_date')
    .distinct()
    .where('joint_id', '=', jointId)
    .where('apartment_id', 'in', [...accounts])
    .orderBy('posting_date')
    .execute();
  return rows.map((row) => row.posting_date);
}
