import { type Selectable, sql } from 'kysely';
import type { Payment } from '../../../shared/billing/payments.api.ts';
import { type Day, dayInBogota } from '../../../shared/days.ts';
import { type Centavos, NO_MONEY, toPesos } from '../../../shared/money.ts';
import { type Db, jsonTable } from '../../platform/db/engine.ts';
import { type RowSet, rowsOf } from '../../platform/db/pack-rows.ts';
import { sameIn } from '../../platform/db/queries.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { exitsWithAnnulments, receiptsWithAnnulments } from '../ledger/annulled.repository.ts';
import { payerBeside } from './payer-beside.ts';

/**
 * Row of the table `payment` to insert, without the columns equal in all rows of a transaction (`enteredBy`,
 * file and month).
 */
export type PaymentRow = Omit<
  Selectable<Tables['payment']>,
  'joint_id' | 'file_id' | 'month_id' | 'entered_at' | 'entered_by'
>;

/**
 * Row of the table `receipt` to insert, without the columns equal in all rows of a transaction (`enteredBy`).
 */
export type ReceiptRow = Omit<Selectable<Tables['receipt']>, 'joint_id' | 'entered_at' | 'entered_by'>;

/** Converts payments and receipts to rows of the tables `payment` and `receipt`, to be inserted together. */
export const paymentRows = (payments: readonly PaymentRow[], receipts: readonly ReceiptRow[]): RowSet[] => [
  rowsOf('payment', payments, ['joint_id', 'entered_at', 'entered_by', 'file_id', 'month_id']),
  rowsOf('receipt', receipts, ['joint_id', 'entered_at', 'entered_by']),
];

/** Filter for the list of payments: a single payment, a period of posting dates, or all. */
export interface Which {
  payment?: number;
  /** First and last posting date of the period. */
  from?: Day;
  until?: Day;
  /** True to list only payments with money that waits for a unit. */
  unidentified?: true;
  /** True to list every receipt by its own posting date: a payment then appears once per receipt. */
  receipts?: true;
}

/**
 * Money of a payment `p` that waits, in centavos: the amount minus receipts and exits. An annulled receipt or exit with
 * money that did arrive does not count; a receipt of money that never arrived does.
 */
export const waitingAmount = sql<Centavos>`(p.amount
  - coalesce((select sum(s.amount) from receipt s left join document_annulment b
      on b.joint_id = s.joint_id and b.number = s.receipt and b.kind = 'receipt' and b.unidentified = 1
      where s.joint_id = p.joint_id and s.payment = p.payment and b.number is null), 0)
  - coalesce((select sum(x.amount) from payment_exit x left join document_annulment c
      on c.joint_id = x.joint_id and c.number = x.exit and c.kind = 'exit'
      where x.joint_id = p.joint_id and x.payment = p.payment and c.number is null), 0))`;

/**
 * Lists the payments of a joint, newest first, with the latest receipt or with each receipt. Amounts in
 * pesos.
 */
export async function listPayments(db: Db, jointId: number, which: Which): Promise<Payment[]> {
  const byReceipt = which.receipts === true;
  const rows = await paymentsQuery(db, jointId, which).execute();
  return (
    rows
      // The first row of a payment has its latest receipt.
      .filter((row, index) => byReceipt || rows[index - 1]?.payment !== row.payment)
      .map((row) => ({
        payment: row.payment,
        channel: row.channel,
        valueDate: row.value_date,
        postingDate: byReceipt ? (row.counted ?? row.posting_date) : row.posting_date,
        amount: toPesos(row.amount),
        waiting: toPesos(row.waiting),
        reference: row.reference,
        detail: row.detail,
        means: row.means,
        payer: payerBeside(row.payer, row.owner_name),
        transaction: row.transaction_id,
        // A receipt annulled with its payment unidentified does not count as the payment's receipt.
        receipt: row.unidentified === 1 && !byReceipt ? null : receiptOf(row),
      }))
  );
}

/** Builds the SQL query of `listPayments`. Exported for a test of the query plan. */
export function paymentsQuery(db: Db, jointId: number, which: Which) {
  const byReceipt = which.receipts === true;
  const day = byReceipt ? 'r.posting_date' : 'p.posting_date';
  let query = db
    .selectFrom('payment as p')
    .leftJoin('receipt as r', (join) => join.on(sameIn('r', 'p', ['joint_id', 'payment'])))
    .leftJoin('document_annulment as a', (join) =>
      join
        .onRef('a.joint_id', '=', 'r.joint_id')
        .onRef('a.number', '=', 'r.receipt')
        .on('a.kind', '=', 'receipt'),
    )
    .leftJoin('user_account as u', (join) =>
      join.on(sql<boolean>`'user:' || cast(u.user_id as text) = a.entered_by`),
    )
    .select([
      'p.payment',
      'p.channel',
      'p.value_date',
      'p.posting_date',
      'p.amount',
      'p.reference',
      'p.detail',
      'p.means',
      'p.payer',
      'p.transaction_id',
    ])
    .select([
      'r.posting_date as counted',
      'r.receipt',
      'r.apartment_id',
      'r.owner_name',
      'r.amount as receipt_amount',
      'r.interest',
      'r.capital',
      'r.credit',
    ])
    .select(['a.reason', 'a.entered_at as annulled_at', 'a.entered_by', 'a.unidentified', 'u.name'])
    .select(waitingAmount.as('waiting'))
    .where('p.joint_id', '=', jointId)
    .orderBy(byReceipt ? 'r.receipt' : 'p.payment', 'desc')
    // An expression, because SQLite without statistics would otherwise read all receipts of the joint for each
    // payment to use the index order.
    .orderBy(sql`r.receipt + 0`, 'desc');
  if (byReceipt) query = query.where('r.receipt', 'is not', null);
  if (which.payment !== undefined) query = query.where('p.payment', '=', which.payment);
  if (which.from !== undefined) query = query.where(day, '>=', which.from);
  if (which.until !== undefined) query = query.where(day, '<=', which.until);
  if (which.unidentified === true) query = query.where(waitingAmount, '>', NO_MONEY);
  return query;
}

type ListedRow = Awaited<ReturnType<ReturnType<typeof paymentsQuery>['execute']>>[number];

/** Returns the receipt in a row of a payment list; null without a receipt. */
function receiptOf(row: ListedRow): Payment['receipt'] {
  if (row.receipt === null) return null;
  const annulled =
    row.reason === null || row.annulled_at === null
      ? null
      : { reason: row.reason, date: dayInBogota(row.annulled_at), by: row.name ?? row.entered_by ?? '' };
  return {
    cashReceipt: row.receipt,
    apartmentId: row.apartment_id ?? '',
    owner: row.owner_name ?? '',
    amount: toPesos(row.receipt_amount ?? NO_MONEY),
    interest: toPesos(row.interest ?? NO_MONEY),
    capital: toPesos(row.capital ?? NO_MONEY),
    credit: toPesos(row.credit ?? NO_MONEY),
    annulled,
  };
}

/**
 * Returns the dates, the amount and the money still waiting for a unit (centavos) of a payment; undefined for
 * an unknown number.
 */
export async function findPayment(
  db: Db,
  jointId: number,
  payment: number,
): Promise<{ valueDate: Day; postingDate: Day; amount: Centavos; waiting: Centavos } | undefined> {
  return db
    .selectFrom('payment as p')
    .select(['p.value_date as valueDate', 'p.posting_date as postingDate', 'p.amount'])
    .select(waitingAmount.as('waiting'))
    .where('p.joint_id', '=', jointId)
    .where('p.payment', '=', payment)
    .executeTakeFirst();
}

/**
 * Returns account, ledger item, payment and state of a receipt, to annul the receipt or check the owner;
 * undefined for an unknown number.
 */
export async function findReceipt(db: Db, jointId: number, receipt: number) {
  const found = await receiptsWithAnnulments(db)
    .select(['r.apartment_id as apartmentId', 'r.item', 'r.payment', 'r.value_date as valueDate', 'r.amount'])
    .select('a.number')
    .where('r.joint_id', '=', jointId)
    .where('r.receipt', '=', receipt)
    .executeTakeFirst();
  if (found === undefined) return undefined;
  const { number, ...row } = found;
  return { ...row, annulled: number !== null };
}

/**
 * Returns the latest posting day among the annulments of a payment's receipts and exits; null without
 * annulments. Money given back can be posted again only from this day on.
 */
export async function annulledUntil(db: Db, jointId: number, payment: number): Promise<Day | null> {
  const rows = await receiptsWithAnnulments(db)
    .select('a.posting_date as day')
    .where('r.joint_id', '=', jointId)
    .where('r.payment', '=', payment)
    .unionAll(
      exitsWithAnnulments(db)
        .select('a.posting_date as day')
        .where('x.joint_id', '=', jointId)
        .where('x.payment', '=', payment),
    )
    .execute();
  return rows.reduce<Day | null>((last, { day }) => (last === null || (day ?? '') > last ? day : last), null);
}

/**
 * Stores the annulment of a receipt, or of an exit of money (refund, other income). With `unidentified` the
 * money of a receipt did arrive and waits for another unit.
 * @param annulment `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function annulDocument(
  trx: Db,
  annulment: {
    jointId: number;
    kind: 'receipt' | 'exit';
    number: number;
    reason: string;
    postingDate: Day;
    unidentified: boolean;
    at: number;
    actor: string;
  },
): Promise<void> {
  await trx
    .insertInto('document_annulment')
    .values({
      joint_id: annulment.jointId,
      kind: annulment.kind,
      number: annulment.number,
      reason: annulment.reason,
      posting_date: annulment.postingDate,
      unidentified: annulment.unidentified ? 1 : 0,
      entered_at: annulment.at,
      entered_by: annulment.actor,
    })
    .execute();
}

/**
 * Returns the name to show for the author of an audit entry: the user's name for 'user:12'; any other author
 * (a code or a part of the system) unchanged.
 */
export async function nameOfActor(db: Db, actor: string): Promise<string> {
  const user = await db
    .selectFrom('user_account')
    .select('name')
    .where(sql<boolean>`'user:' || cast(user_id as text) = ${actor}`)
    .executeTakeFirst();
  return user?.name ?? actor;
}

/**
 * Returns the valid receipts with a value date among `days`, in order of number. `onceKey` is the key of the
 * line in an imported file, null for other payments. Compared with a new file, because a payment may be
 * entered twice.
 */
export function standingReceiptsOf(
  db: Db,
  jointId: number,
  days: readonly Day[],
): Promise<
  {
    receipt: number;
    payment: number;
    apartmentId: string;
    valueDate: Day;
    amount: Centavos;
    onceKey: string | null;
  }[]
> {
  const dayTable = jsonTable<{ day: Day }>(
    db,
    days.map((day) => ({ day })),
    { day: 'text' },
  );
  return receiptsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'r', ['joint_id', 'payment'])))
    .select(['r.receipt', 'r.payment', 'r.apartment_id as apartmentId', 'r.value_date as valueDate'])
    .select(['r.amount', 'p.once_key as onceKey'])
    .where('r.joint_id', '=', jointId)
    .where('r.value_date', 'in', sql<Day>`(select day from ${dayTable} as asked)`)
    .where('a.number', 'is', null)
    .orderBy('r.receipt')
    .execute();
}
