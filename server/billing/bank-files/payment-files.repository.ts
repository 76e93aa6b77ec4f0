import type { PaymentColumn } from '../../../shared/billing/payment-columns.ts';
import type { PaymentFile } from '../../../shared/billing/payments.api.ts';
import { type Centavos, toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { RememberedLayout } from './payment-layout.ts';

/**
 * Stores the record of an imported file of payments: name, number of new payments and their sum. The payments
 * themselves are stored elsewhere. The list of imports shows the records.
 * @param file `added`: number of new payments; `known`: number of lines imported before; `amount`: sum of the
 *   new payments, in centavos; `actor`: 'user:12'; `at`: epoch ms
 * @returns the record's number
 */
export async function insertPaymentFile(
  trx: Db,
  file: {
    jointId: number;
    fileName: string;
    kind: PaymentFile['kind'];
    added: number;
    known: number;
    amount: Centavos;
    at: number;
    actor: string;
  },
): Promise<number> {
  const { file_id } = await trx
    .insertInto('payment_file')
    .values({
      joint_id: file.jointId,
      file_name: file.fileName,
      kind: file.kind,
      added: file.added,
      known: file.known,
      amount: file.amount,
      entered_at: file.at,
      entered_by: file.actor,
    })
    .returning('file_id')
    .executeTakeFirstOrThrow();
  return file_id;
}

/**
 * Lists the records of imported files of payments of a joint (co-owned property), newest first, for the page
 * of imports.
 */
export async function listPaymentFiles(db: Db, jointId: number): Promise<PaymentFile[]> {
  const rows = await db
    .selectFrom('payment_file')
    .selectAll()
    .where('joint_id', '=', jointId)
    .orderBy('file_id', 'desc')
    .execute();
  return rows.map((row) => ({
    fileName: row.file_name,
    kind: row.kind,
    added: row.added,
    known: row.known,
    amount: toPesos(row.amount),
    enteredAt: new Date(row.entered_at).toISOString(),
  }));
}

/**
 * Stores the column roles chosen by the user for the header of a payment sheet, replacing an earlier choice.
 * Later sheets with an equal header are read with the roles.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function keepLayout(
  trx: Db,
  jointId: number,
  { key, columns }: { key: string; columns: readonly PaymentColumn[] },
  { at, actor }: { at: number; actor: string },
): Promise<void> {
  const layoutRow = { columns: JSON.stringify(columns), entered_at: at, entered_by: actor };
  await trx
    .insertInto('payment_layout')
    .values({ joint_id: jointId, layout_key: key, ...layoutRow })
    .onConflict((conflict) => conflict.columns(['joint_id', 'layout_key']).doUpdateSet(layoutRow))
    .execute();
}

/**
 * Returns the column roles that users chose for earlier payment sheets of a joint. A later sheet with an
 * equal header is read with these roles, without asking again.
 */
export async function readLayouts(db: Db, jointId: number): Promise<RememberedLayout[]> {
  const rows = await db
    .selectFrom('payment_layout')
    .select(['layout_key', 'columns'])
    .where('joint_id', '=', jointId)
    .execute();
  return rows.map((row) => ({ key: row.layout_key, columns: JSON.parse(row.columns) as PaymentColumn[] }));
}
