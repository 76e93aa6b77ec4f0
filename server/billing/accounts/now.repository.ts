import { sql } from 'kysely';
import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import {
  billsWithAnnulments,
  exitsWithAnnulments,
  receiptsWithAnnulments,
} from '../ledger/annulled.repository.ts';

/**
 * Number and name of a joint (co-owned property) that charges its owners with this product. Listed on the
 * home page of accountants and staff.
 */
export interface BilledJoint {
  jointId: number;
  jointName: string;
}

/**
 * Lists the joints with billing switched on, in creation order, for the home page.
 * @param jointIds numbers of the joints to return; null for all joints
 */
export async function listBilledJoints(db: Db, jointIds: readonly number[] | null): Promise<BilledJoint[]> {
  if (jointIds?.length === 0) return [];
  let query = db
    .selectFrom('joint')
    .select(['joint_id as jointId', 'joint_name as jointName'])
    .where('uses_billing', '=', 1)
    .where('parent_joint_id', 'is', null)
    .orderBy('joint_id');
  if (jointIds !== null) query = query.where('joint_id', 'in', [...jointIds]);
  return query.execute();
}

/**
 * Returns for each joint the last issued month, and the last month prepared but not issued yet ('2026-03');
 * null if no month. Key: number of the joint. The home page tells the accountant the next month to issue.
 */
export async function lastMonths(
  db: Db,
  jointIds: readonly number[],
): Promise<Map<number, { issued: Month | null; prepared: Month | null }>> {
  const rows = await db
    .selectFrom('billing_month')
    .select(['joint_id', 'state'])
    .select((eb) => eb.fn.max<Month>('month').as('month'))
    .where('joint_id', 'in', [...jointIds])
    .where('state', '<>', 'discarded')
    .groupBy(['joint_id', 'state'])
    .execute();
  const last = (jointId: number, state: 'issued' | 'prepared') =>
    rows.find((row) => row.joint_id === jointId && row.state === state)?.month ?? null;
  return new Map(
    jointIds.map((jointId) => [
      jointId,
      { issued: last(jointId, 'issued'), prepared: last(jointId, 'prepared') },
    ]),
  );
}

/**
 * Debt of one account (the bills of a unit), without the paid parts, as of a day. The home page adds these
 * sums to the total debt of a joint.
 */
export interface OpenSum {
  jointId: number;
  /** Unpaid part of all charges and interest of the account, in centavos. */
  open: Centavos;
  /** Part of `open` with a due date before the day, in centavos. */
  overdue: Centavos;
}

/**
 * Sums for each account of the joints: the unpaid part of all charges and interest, and of this sum the part
 * with a due date before `day`. The database computes the sums, because the home page needs only totals; the
 * figures equal `agingOf`. Returns one entry per account, in no order, with the number of the joint but
 * without the account.
 */
export async function openSums(db: Db, jointIds: readonly number[], day: Day): Promise<OpenSum[]> {
  const sumIf = (amount: 'i.amount' | 'l.amount') =>
    sql<Centavos>`sum(case when coalesce(d.due_date, d.posting_date) < ${day} then ${sql.ref(amount)} else 0 end)`;
  const debits = await db
    .selectFrom('ledger_item as i')
    .innerJoin('ledger_item as d', (join) =>
      join
        .onRef('d.joint_id', '=', 'i.joint_id')
        .on((eb) => eb('d.item', '=', eb.fn.coalesce('i.reverses', 'i.item'))),
    )
    .select(['i.joint_id as jointId', 'i.apartment_id as apartmentId'])
    .select((eb) => [eb.fn.sum<Centavos>('i.amount').as('open'), sumIf('i.amount').as('overdue')])
    .where('i.joint_id', 'in', [...jointIds])
    .where('i.side', '=', 'debit')
    .groupBy(['i.joint_id', 'i.apartment_id'])
    .execute();
  const paid = await db
    .selectFrom('ledger_allocation as l')
    .innerJoin('ledger_item as d', (join) =>
      join.onRef('d.joint_id', '=', 'l.joint_id').onRef('d.item', '=', 'l.debit_item'),
    )
    .select(['l.joint_id as jointId', 'l.apartment_id as apartmentId'])
    .select((eb) => [eb.fn.sum<Centavos>('l.amount').as('open'), sumIf('l.amount').as('overdue')])
    .where('l.joint_id', 'in', [...jointIds])
    .groupBy(['l.joint_id', 'l.apartment_id'])
    .execute();
  const keyOf = (row: { jointId: number; apartmentId: string }) => `${row.jointId} ${row.apartmentId}`;
  const paidOf = new Map(paid.map((row) => [keyOf(row), row]));
  return debits.map((row) => {
    const less = paidOf.get(keyOf(row));
    return {
      jointId: row.jointId,
      open: centavos(row.open - (less?.open ?? NO_MONEY)),
      overdue: centavos(row.overdue - (less?.overdue ?? NO_MONEY)),
    };
  });
}

/**
 * Money of a joint (co-owned property) in one month or on one day: 1,250,000 pesos billed in '2026-03'. Used
 * for the chart of billed and collected money on the home page.
 */
export interface DatedSum {
  jointId: number;
  /** Day ('2026-03-31') or month ('2026-03') of the money. */
  when: Day | Month;
  /** Sum in centavos. */
  amount: Centavos;
}

/**
 * Sums the new charges and interest on issued bills, by joint and month, from the month `from` on. Source of
 * the billed money in the chart of the home page. Leaves out annulled bills, and debts carried over from
 * earlier months. No order.
 */
export const billedSince = (db: Db, jointIds: readonly number[], from: Month): Promise<DatedSum[]> =>
  billsWithAnnulments(db)
    .innerJoin('bill_line as l', (join) => join.on(sameIn('l', 'b', ['joint_id', 'bill'])))
    .select(['b.joint_id as jointId', 'b.month as when'])
    .select((eb) => eb.fn.sum<Centavos>('l.period_fee').as('amount'))
    .where('b.joint_id', 'in', [...jointIds])
    .where('b.month', '>=', from)
    .where('a.number', 'is', null)
    .groupBy(['b.joint_id', 'b.month'])
    .execute();

/**
 * Sums the payments received, by joint and posting day (day in the ledger), from the day `from` on. Source of
 * the collected money in the chart of the home page. Money later found never to have arrived is an entry with
 * a negative amount on the day of the annulment; a refund is negative on the day of the refund. Several
 * entries may have equal joint and day.
 */
export async function collectedSince(db: Db, jointIds: readonly number[], from: Day): Promise<DatedSum[]> {
  const arrived = await db
    .selectFrom('payment')
    .select(['joint_id as jointId', 'posting_date as when'])
    .select((eb) => eb.fn.sum<Centavos>('amount').as('amount'))
    .where('joint_id', 'in', [...jointIds])
    .where('posting_date', '>=', from)
    .groupBy(['joint_id', 'posting_date'])
    .execute();
  const annulled = await receiptsWithAnnulments(db)
    .select(['r.joint_id as jointId', 'a.posting_date as when', 'r.amount'])
    .where('r.joint_id', 'in', [...jointIds])
    .where('a.posting_date', '>=', from)
    .where('a.unidentified', '=', 0)
    .execute();
  const subtracted = annulled.flatMap(({ jointId, when, amount }) =>
    when === null ? [] : [{ jointId, when, amount: centavos(-amount) }],
  );
  const refunds = await exitsWithAnnulments(db)
    .select(['x.joint_id as jointId', 'x.posting_date as when', 'a.posting_date as undone', 'x.amount'])
    .where('x.joint_id', 'in', [...jointIds])
    .where('x.kind', '=', 'refund')
    .where((eb) => eb.or([eb('x.posting_date', '>=', from), eb('a.posting_date', '>=', from)]))
    .execute();
  const refunded = refunds.flatMap(({ jointId, when, undone, amount }) => [
    ...(when >= from ? [{ jointId, when, amount: centavos(-amount) }] : []),
    ...(undone === null ? [] : [{ jointId, when: undone, amount }]),
  ]);
  return [...arrived, ...subtracted, ...refunded];
}
