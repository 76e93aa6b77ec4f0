import { sql } from 'kysely';
import { type Day, firstDayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import { exitsWithAnnulments, receiptsWithAnnulments } from '../ledger/annulled.repository.ts';
import type { ExitOfMonth } from './month-payments.repository.ts';

/**
 * Receipt or exit (refund, other income) that took the unassigned money of a payment, and gave the money back
 * if annulled. For the accounting export, in centavos.
 */
export interface Taking extends Pick<ExitOfMonth, 'concept'> {
  kind: 'receipt' | ExitOfMonth['kind'];
  /** Number of the receipt or exit. */
  number: number;
  amount: Centavos;
  /** Reason of an exit; null for a receipt. */
  reason: string | null;
  postingDate: Day;
  /** Posting day of the annulment, and its reason; null if valid, or if the money never arrived. */
  back: { on: Day; reason: string } | null;
}

/**
 * Movement of the money without a known unit ('consignaciones por identificar') or of other income, as a row
 * of the accounting export. Negative for money that left.
 */
export interface UnidentifiedMove {
  /** Number of the payment. */
  payment: number;
  postingDate: Day;
  valueDate: Day;
  /** Centavos: positive if the money joins, negative if it leaves the unidentified money. */
  amount: Centavos;
  reference: string | null;
  /** Receipt or exit that took the money or gave the money back; null for a new payment. */
  by: Taking | null;
  /** True for the other side of another income: the amount joins or leaves the income. */
  isIncome: boolean;
}

/**
 * Returns the movements in a month of the money without a known unit ('consignaciones por identificar') and
 * of other income, for the accounting export:
 * 1. A payment arrives, except the money with a receipt or other income of the same posting day.
 * 2. Money leaves when a receipt or exit is posted. Another income has a second movement, into the income.
 * 3. Money returns when the receipt or exit is annulled and the money stays.
 */
export async function readUnidentifiedMoves(
  db: Db,
  jointId: number,
  month: Month,
): Promise<UnidentifiedMove[]> {
  const [first, last] = [firstDayOf(month), lastDayOf(month)];
  const payments = await db
    .selectFrom('payment')
    .select(['payment', 'posting_date as postingDate', 'value_date as valueDate', 'amount', 'reference'])
    .where('joint_id', '=', jointId)
    .where('payment', 'in', movedIn(db, jointId, [first, last]))
    .orderBy('payment')
    .execute();
  const takings = await readTakings(db, jointId, [first, last]);
  return payments.flatMap((payment) =>
    movesOf(payment, takings.get(payment.payment) ?? []).filter(
      ({ postingDate }) => postingDate >= first && postingDate <= last,
    ),
  );
}

/** Selects the payments posted between two days, or with a receipt or exit posted or annulled between the days. */
function movedIn(db: Db, jointId: number, [first, last]: readonly [Day, Day]) {
  const isIn = (column: 'r.posting_date' | 'x.posting_date' | 'a.posting_date') =>
    sql<boolean>`${sql.ref(column)} between ${first} and ${last}`;
  return db
    .selectFrom('payment')
    .select('payment')
    .where('joint_id', '=', jointId)
    .where('posting_date', '>=', first)
    .where('posting_date', '<=', last)
    .union(
      receiptsWithAnnulments(db)
        .select('r.payment')
        .where('r.joint_id', '=', jointId)
        .where((eb) => eb.or([isIn('r.posting_date'), isIn('a.posting_date')])),
    )
    .union(
      exitsWithAnnulments(db)
        .select('x.payment')
        .where('x.joint_id', '=', jointId)
        .where((eb) => eb.or([isIn('x.posting_date'), isIn('a.posting_date')])),
    );
}

type MovedPayment = Pick<UnidentifiedMove, 'payment' | 'postingDate' | 'valueDate' | 'amount' | 'reference'>;

function movesOf(payment: MovedPayment, takings: readonly Taking[]): UnidentifiedMove[] {
  const moves: UnidentifiedMove[] = [];
  const move = (postingDate: Day, amount: number, by: Taking | null, isIncome = false) =>
    moves.push({ ...payment, postingDate, amount: centavos(amount), by, isIncome });
  let arriving: number = payment.amount;
  for (const taking of takings) {
    const { kind, amount, postingDate, back } = taking;
    // Money with a receipt or income on the same day never waited.
    const waited = postingDate !== payment.postingDate || kind === 'refund' || arriving < amount;
    if (waited) move(postingDate, -amount, taking);
    else arriving -= amount;
    if (kind === 'income') move(postingDate, amount, taking, true);
    if (back === null) continue;
    if (kind === 'income') move(back.on, -amount, taking, true);
    move(back.on, amount, taking);
  }
  if (arriving > 0) moves.unshift({ ...payment, amount: centavos(arriving), by: null, isIncome: false });
  return moves;
}

/** Returns all receipts and exits of the payments moved between two days, by payment, receipts first. */
async function readTakings(
  db: Db,
  jointId: number,
  days: readonly [Day, Day],
): Promise<Map<number, Taking[]>> {
  const moved = movedIn(db, jointId, days);
  const receipts = await receiptsWithAnnulments(db)
    .select(['r.payment', 'r.receipt as number', 'r.amount', 'r.posting_date as postingDate'])
    .select(['a.posting_date as on', 'a.reason as why', 'a.unidentified'])
    .where('r.joint_id', '=', jointId)
    .where('r.payment', 'in', moved)
    .orderBy('r.receipt')
    .execute();
  const exits = await exitsWithAnnulments(db)
    .select(['x.payment', 'x.exit as number', 'x.amount', 'x.posting_date as postingDate'])
    .select(['x.kind', 'x.concept', 'x.reason', 'a.posting_date as on', 'a.reason as why', 'a.unidentified'])
    .where('x.joint_id', '=', jointId)
    .where('x.payment', 'in', moved)
    .orderBy('x.exit')
    .execute();
  const found = new Map<number, Taking[]>();
  const own = { kind: 'receipt', concept: null, reason: null } as const;
  for (const { payment, on, why, unidentified, ...taking } of [
    ...receipts.map((receipt) => ({ ...own, ...receipt })),
    ...exits,
  ]) {
    const back = on === null || unidentified !== 1 ? null : { on, reason: why ?? '' };
    found.set(payment, [...(found.get(payment) ?? []), { ...taking, back }]);
  }
  return found;
}

/** Returns the numbers of a joint's payments in cash, and of the receipts of these payments. */
export async function readCashNumbers(
  db: Db,
  jointId: number,
): Promise<{ payments: Set<number>; receipts: Set<number> }> {
  const rows = await db
    .selectFrom('payment as p')
    .leftJoin('receipt as r', (join) => join.on(sameIn('r', 'p', ['joint_id', 'payment'])))
    .select(['p.payment', 'r.receipt'])
    .where('p.joint_id', '=', jointId)
    .where('p.means', '=', 'cash')
    .execute();
  return {
    payments: new Set(rows.map(({ payment }) => payment)),
    receipts: new Set(rows.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]))),
  };
}
