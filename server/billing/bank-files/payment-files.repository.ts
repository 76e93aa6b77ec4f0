import { sql } from 'kysely';
import type { PaymentColumn } from '../../../shared/billing/payment-columns.ts';
import type { PaymentFile } from '../../../shared/billing/payments.api.ts';
import type { Day } from '../../../shared/days.ts';
import { type Centavos, toPesos } from '../../../shared/money.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import type { RememberedLayout } from './payment-layout.ts';

/**
 * Stores the record of an imported file of payments: name, number of new payments and their sum. The payments
 * themselves are stored elsewhere. The list of imports shows the records.
 * @param file `added`: number of new payments; `known`: number of lines imported before; `amount`: sum of the
 *   new payments, in centavos; `layoutKey`, `bank`: as read (`fileLayoutOf`); `actor`: 'user:12'; `at`: epoch ms
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
    layoutKey: string;
    bank: string | null;
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
      layout_key: file.layoutKey,
      bank: file.bank,
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

/** Payment of an earlier import, to recognize the same movement of money in a file. */
export interface ImportedPayment {
  /** Number of the payment. */
  payment: number;
  /** Day by the bank. */
  valueDate: Day;
  amount: Centavos;
  /** Reference, and further text of the bank; null if empty. */
  reference: string | null;
  detail: string | null;
  /** Id at a payment gateway; null without a gateway. */
  transaction: string | null;
  /** Key of the line (`onceKeys`). */
  onceKey: string | null;
  /** Imported file with number, name and time (epoch ms). */
  file: number;
  fileName: string;
  enteredAt: number;
  /** Layout and bank of the file (`fileLayoutOf`); null for older files. */
  layoutKey: string | null;
  bank: string | null;
}

/** Maximum number of keys looked up by a query, so that a query takes a few milliseconds. */
const KEYS_AT_ONCE = 1000;

/**
 * Returns the payments of a joint from earlier files or from a gateway with one of the keys of lines (`onceKey`), and from
 * earlier files with a value date among `days`, in order of number. Looks up many keys in several short queries, so that other requests do not
 * wait.
 * @param keys keys of all lines in the file
 */
export async function importedPayments(
  db: Db,
  jointId: number,
  { keys, days }: { keys: readonly string[]; days: readonly Day[] },
): Promise<ImportedPayment[]> {
  const found = new Map<number, ImportedPayment>();
  const add = (rows: ImportedPayment[]) => {
    for (const row of rows) found.set(row.payment, row);
  };
  for (let from = 0; from < keys.length; from += KEYS_AT_ONCE) {
    const some = keys.slice(from, from + KEYS_AT_ONCE).map((once_key) => ({ once_key }));
    const keyTable = jsonTable<{ once_key: string }>(db, some, { once_key: 'text' });
    // Not a join: SQLite would scan all keys for each payment.
    const askedKeys = sql<string>`(select once_key from ${keyTable} as asked)`;
    add(await ofFiles(db, jointId).where('p.once_key', 'in', askedKeys).execute());
  }
  const dayTable = jsonTable<{ day: Day }>(
    db,
    days.map((day) => ({ day })),
    { day: 'text' },
  );
  const askedDays = sql<Day>`(select day from ${dayTable} as asked)`;
  const fromFiles = ofFiles(db, jointId).where('p.file_id', 'is not', null);
  add(await fromFiles.where('p.value_date', 'in', askedDays).execute());
  return [...found.values()].sort((a, b) => a.payment - b.payment);
}

/** Returns the ids of the transactions of a joint voided at the gateway before any payment. */
export async function voidedTransactions(db: Db, jointId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('gateway_transaction')
    .select('transaction_id as id')
    .where('joint_id', '=', jointId)
    .where('state', '=', 'VOIDED')
    .where('payment', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/** Payments with a key: from files, and from a gateway (file 0). */
const ofFiles = (db: Db, jointId: number) =>
  db
    .selectFrom('payment as p')
    .leftJoin('payment_file as f', 'f.file_id', 'p.file_id')
    .select(['p.payment', 'p.value_date as valueDate', 'p.amount', 'p.reference', 'p.detail'])
    .select(['p.transaction_id as transaction', 'p.once_key as onceKey', 'p.entered_at as enteredAt'])
    .select((eb) => [
      eb.fn.coalesce('f.file_id', sql<number>`0`).as('file'),
      eb.fn.coalesce('f.file_name', sql<string>`'Pago en línea'`).as('fileName'),
    ])
    .select(['f.layout_key as layoutKey', 'f.bank'])
    .where('p.joint_id', '=', jointId);

/** Returns the payments of a joint with one of the amounts and a day by the bank from `from` until `until`, from any source. */
export function paymentsBetween(
  db: Db,
  jointId: number,
  { from, until, amounts }: { from: Day; until: Day; amounts: readonly Centavos[] },
) {
  const amountTable = jsonTable<{ amount: Centavos }>(
    db,
    amounts.map((amount) => ({ amount })),
    { amount: 'bigint' },
  );
  return db
    .selectFrom('payment as p')
    .select([
      'p.payment',
      'p.value_date as valueDate',
      'p.amount',
      'p.reference',
      'p.detail',
      'p.payer',
      'p.means',
    ])
    .select('p.transaction_id as transaction')
    .where('p.joint_id', '=', jointId)
    .where('p.value_date', '>=', from)
    .where('p.value_date', '<=', until)
    .where('p.amount', 'in', sql<Centavos>`(select amount from ${amountTable} as asked)`)
    .orderBy('p.payment')
    .execute();
}
