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

/** Number and name of a joint (co-owned property) with billing switched on. */
export interface BilledJoint {
  jointId: number;
  jointName: string;
}

/** Lists joints with billing in creation order: the joints with these numbers, or all joints for null. */
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
 * Returns the newest months of joints. Key: number of the joint. Value: last issued month, and last month
 * calculated but not issued ('2026-03'); null without a month.
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

/** Open debt of a unit's account, and the part with a due date before the day. */
export interface OpenSum {
  jointId: number;
  /** Unpaid debt, in centavos. */
  open: Centavos;
  /** Part of `open` with a due date before the day, in centavos. */
  overdue: Centavos;
}

/**
 * Sums the open debt of every account: all open debits, and the part with a due date before the day. Computed
 * by the database, without loading movements; same figures as `agingOf`. A reversed debit and the reversal
 * add up to 0. A row per account, with the joint's number.
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

/** Sum of money of a joint (co-owned property), in centavos, for the day or the month in `when`. */
export interface DatedSum {
  jointId: number;
  /** Day ('2026-03-31') or month ('2026-03') of the money. */
  when: Day | Month;
  amount: Centavos;
}

/**
 * Sums the new charges and interest of issued bills by joint and month, from the month `from` on. Leaves out
 * annulled bills and debts carried over from earlier months. No order.
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
 * Sums payments by joint and posting day. A payment annulled because the money never arrived counts negative on the
 * day of the annulment, and a refund on the day of the refund.
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
