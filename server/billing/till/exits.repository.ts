import { type Selectable, sql } from 'kysely';
import type { PaymentExit } from '../../../shared/billing/exits.api.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { toPesos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { rowsOf } from '../../platform/db/pack-rows.ts';
import { insertRows } from '../../platform/db/put-rows.ts';
import { sameIn } from '../../platform/db/queries.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { exitsWithAnnulments } from '../ledger/annulled.repository.ts';
import { enteredBy } from '../ledger/ledger.repository.ts';
import { type Posted, postedOf } from '../proof/posted.ts';

/**
 * Exit of a payment's money (refund, or other income of the joint) to store, without number, user and time.
 */
export type NewExit = Omit<
  Selectable<Tables['payment_exit']>,
  'joint_id' | 'exit' | 'entered_at' | 'entered_by'
>;

/**
 * Stores an exit of a payment's money (refund, or other income of the joint) under the next number of the
 * joint. The caller holds the billing lock, adds the audit entry and saves the books.
 * @param by `at`: epoch ms; `actor`: author as in the audit trail, 'user:12'
 */
export async function insertExit(
  trx: Db,
  jointId: number,
  newExit: NewExit,
  by: { at: number; actor: string },
): Promise<{ exit: number; posted: Posted }> {
  const last = await trx
    .selectFrom('payment_exit')
    .select((eb) => eb.fn.max<number | null>('exit').as('exit'))
    .where('joint_id', '=', jointId)
    .executeTakeFirstOrThrow();
  const exit = (last.exit ?? 0) + 1;
  const sets = [rowsOf('payment_exit', [{ exit, ...newExit }], ['joint_id', 'entered_at', 'entered_by'])];
  await insertRows(trx, sets, enteredBy(jointId, by));
  return { exit, posted: postedOf(sets) };
}

/**
 * Lists the exits of payments' money (refunds, and other income) of a joint (co-owned property), newest
 * first, annulled exits too. Amounts in pesos.
 * @param only exits of a payment, one exit, or a page: the newest `most` exits, with numbers below `before`
 */
export async function listExits(
  db: Db,
  jointId: number,
  only: { payment: number } | { exit: number } | { most: number; before?: number },
): Promise<PaymentExit[]> {
  const nameOf = (column: 'x.entered_by' | 'a.entered_by') =>
    sql<string | null>`(select u.name from user_account u
      where 'user:' || cast(u.user_id as text) = ${sql.ref(column)})`;
  let query = exitsWithAnnulments(db)
    .innerJoin('payment as p', (join) => join.on(sameIn('p', 'x', ['joint_id', 'payment'])))
    .select(['x.exit', 'x.payment', 'x.kind', 'x.concept', 'x.amount', 'x.value_date as valueDate'])
    .select(['x.posting_date as postingDate', 'x.reference', 'x.reason'])
    .select(['x.entered_at', 'x.entered_by', nameOf('x.entered_by').as('name')])
    .select(['p.value_date as paidOn', 'p.reference as paidReference', 'p.detail'])
    .select(['a.reason as annulled_reason', 'a.entered_at as annulled_at', 'a.entered_by as annulled_by'])
    .select(nameOf('a.entered_by').as('annulled_name'))
    .where('x.joint_id', '=', jointId)
    .orderBy('x.exit', 'desc');
  if ('payment' in only) query = query.where('x.payment', '=', only.payment);
  if ('exit' in only) query = query.where('x.exit', '=', only.exit);
  if ('most' in only) query = query.limit(only.most);
  if ('most' in only && only.before !== undefined) query = query.where('x.exit', '<', only.before);
  const rows = await query.execute();
  return rows.map(({ name, entered_by, entered_at, annulled_reason, annulled_at, ...row }) => {
    const { annulled_by, annulled_name, ...exit } = row;
    const by = annulled_name ?? annulled_by ?? '';
    return {
      ...exit,
      amount: toPesos(exit.amount),
      by: name ?? entered_by,
      date: dayInBogota(entered_at),
      annulled:
        annulled_at === null ? null : { reason: annulled_reason ?? '', date: dayInBogota(annulled_at), by },
    };
  });
}
