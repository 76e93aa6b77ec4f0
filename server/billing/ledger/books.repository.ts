import { type BillingSettings, defaultSettings } from '../../../shared/billing/settings.api.ts';
import type { Day, Month } from '../../../shared/days.ts';
import { type Db, lockBilling } from '../../platform/db/engine.ts';
import { finds } from '../../platform/db/queries.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Numbers } from './ledger.types.ts';

/** What a joint's books count with, and how far they are closed. Acts change it, and `saveBooks` keeps it. */
export interface Books {
  jointId: number;
  /** Grows with everything that is posted. */
  revision: number;
  /** The first day that may still be posted on; null before the first issue. */
  openFrom: Day | null;
  /** The last month whose late interest was reckoned. */
  interestThrough: Month | null;
  settings: BillingSettings;
  /** The next number of each kind. */
  next: { item: number; allocation: number; bill: number; payment: number; receipt: number };
}

/** Takes the joint's turn to post, until the transaction ends. Call it first in every act. */
export async function lockBooks(trx: Db, jointId: number): Promise<Books> {
  await lockBilling(trx, jointId);
  return readBooks(trx, jointId);
}

/** The joint's books; those of a joint that never billed are as they would begin. */
export async function readBooks(db: Db, jointId: number): Promise<Books> {
  const row = await db
    .selectFrom('billing_joint')
    .selectAll()
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
  const settings: Partial<BillingSettings> = row === undefined ? {} : JSON.parse(row.settings);
  return {
    jointId,
    revision: row?.revision ?? 0,
    openFrom: row?.open_from ?? null,
    interestThrough: row?.interest_through ?? null,
    settings: { ...defaultSettings, ...settings },
    next: {
      item: row?.next_item ?? 1,
      allocation: row?.next_allocation ?? 1,
      bill: row?.next_bill ?? 1,
      payment: row?.next_payment ?? 1,
      receipt: row?.next_receipt ?? 1,
    },
  };
}

/** Keeps what an act did to the books, under their next revision. The last thing of every act. */
export async function saveBooks(trx: Db, books: Books): Promise<void> {
  books.revision += 1;
  await trx
    .updateTable('billing_joint')
    .set({
      revision: books.revision,
      open_from: books.openFrom,
      interest_through: books.interestThrough,
      settings: JSON.stringify(books.settings),
      next_item: books.next.item,
      next_allocation: books.next.allocation,
      next_bill: books.next.bill,
      next_payment: books.next.payment,
      next_receipt: books.next.receipt,
    })
    .where('joint_id', '=', books.jointId)
    .execute();
}

/** Gives out the books' next numbers of items and allocations. */
export function numbersOf(books: Books): Numbers {
  const { next } = books;
  return {
    item: () => next.item++,
    allocation: () => next.allocation++,
  };
}

/**
 * The day on which something of a value date counts: that day where it is still open, else the first open one.
 * @throws Problem dateInFuture
 */
export function postingDateOf(books: Books, valueDate: Day, today: Day): Day {
  if (valueDate > today) throw new Problem('dateInFuture');
  return books.openFrom !== null && valueDate < books.openFrom ? books.openFrom : valueDate;
}

/** Whether a joint has books: a movement, a payment of nobody knows whom, or a sheet that waits. */
export function hasBooks(db: Db, jointId: number): Promise<boolean> {
  return finds(
    db
      .selectFrom('ledger_item')
      .select('joint_id')
      .where('joint_id', '=', jointId)
      .unionAll(db.selectFrom('payment').select('joint_id').where('joint_id', '=', jointId))
      .unionAll(
        db
          .selectFrom('billing_draft')
          .select('joint_id')
          .where('joint_id', '=', jointId)
          .where('discarded_at', 'is', null),
      )
      .limit(1),
  );
}
