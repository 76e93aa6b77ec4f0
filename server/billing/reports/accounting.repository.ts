import { type Day, firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';

/**
 * Change of the money not assigned to any unit ('consignaciones por identificar'): positive when a payment
 * arrives without unit, negative when a unit is found.
 */
export interface UnidentifiedMove {
  payment: number;
  postingDate: Day;
  valueDate: Day;
  amount: Centavos;
  reference: string | null;
  /**
   * Number of the receipt that identified the payment, or of the annulled receipt that returned the money; null for a
   * new payment.
   */
  receipt: number | null;
}

/**
 * Returns the payments that joined or left the unidentified money ('consignaciones por identificar') in a month:
 * 1. A payment arrives if no receipt has the same posting day.
 * 2. A payment leaves when a receipt is posted.
 * 3. A payment returns when the receipt is annulled and the money stays.
 */
export async function readUnidentifiedMoves(
  db: Db,
  jointId: number,
  month: Month,
): Promise<UnidentifiedMove[]> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const rows = await db
    .selectFrom('payment as p')
    .leftJoin('receipt as r', (join) => join.on(sameIn('r', 'p', ['joint_id', 'payment'])))
    .leftJoin('document_annulment as a', (join) =>
      join
        .onRef('a.joint_id', '=', 'r.joint_id')
        .onRef('a.number', '=', 'r.receipt')
        .on('a.kind', '=', 'receipt')
        .on('a.unidentified', '=', 1),
    )
    .select(['p.payment', 'p.posting_date', 'p.value_date', 'p.amount', 'p.reference'])
    .select(['r.receipt', 'r.posting_date as taken_on', 'a.posting_date as back_on'])
    .where('p.joint_id', '=', jointId)
    .where('p.posting_date', '<=', last)
    .where(({ or, and, eb, fn }) =>
      or([
        eb('p.posting_date', '>=', first),
        and([eb('r.posting_date', '>=', first), eb('r.posting_date', '<=', last)]),
        eb(fn.coalesce('a.posting_date', 'p.posting_date'), '>=', first),
      ]),
    )
    .orderBy('p.payment')
    .orderBy('r.receipt')
    .execute();
  const moves: UnidentifiedMove[] = [];
  const within = (day: Day) => day >= first && day <= last;
  for (const [i, row] of rows.entries()) {
    const { payment, value_date: valueDate, amount, reference, receipt } = row;
    const move = (postingDate: Day, moved: number, of: number | null) => {
      if (!within(postingDate)) return;
      moves.push({ payment, postingDate, valueDate, amount: moved as Centavos, reference, receipt: of });
    };
    const isFirst = rows[i - 1]?.payment !== payment;
    // A payment with a receipt on the same day never waited.
    const waited = !isFirst || row.taken_on !== row.posting_date;
    if (isFirst && waited) move(row.posting_date, amount, null);
    if (waited && row.taken_on !== null) move(row.taken_on, -amount, receipt);
    if (row.back_on !== null) move(row.back_on, amount, receipt);
  }
  return moves;
}
