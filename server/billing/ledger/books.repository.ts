import { type BillingSettings, defaultSettings } from '../../../shared/billing/settings.api.ts';
import type { Day, Month } from '../../../shared/days.ts';
import { type Db, lockBilling } from '../../platform/db/engine.ts';
import { finds } from '../../platform/db/queries.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Numbers } from './ledger.types.ts';

/**
 * State of a joint's billing ("books"): settings, closed days, and next numbers. Changed in memory;
 * `saveBooks` stores the change.
 */
export interface Books {
  jointId: number;
  /** Number of the current state of the books. Increases with every change. */
  revision: number;
  /**
   * First day still open for movements, because issuing a month closes earlier days; null before the first
   * issue.
   */
  openFrom: Day | null;
  /** Last month with late interest charged; null before any charge. */
  interestThrough: Month | null;
  settings: BillingSettings;
  /** Next free number of ledger items, allocations, bills, payments and receipts. */
  next: { item: number; allocation: number; bill: number; payment: number; receipt: number };
}

/**
 * Takes the billing lock of a joint until the transaction ends, so that no other change runs meanwhile, and
 * reads the state of the billing. Call first in every transaction that changes bills or payments.
 */
export async function lockBooks(trx: Db, jointId: number): Promise<Books> {
  await lockBilling(trx, jointId);
  return readBooks(trx, jointId);
}

/**
 * Reads the state of a joint's billing: settings, closed days and next numbers. A joint without billing gets
 * default settings, and 1 as each next number.
 */
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

/**
 * Stores the state of a joint's billing (settings, last posting day …) and raises its revision number by 1.
 * Call last in every transaction that changes bills or payments.
 */
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

/**
 * Returns functions that give the next ledger item and allocation numbers. Each call raises the number in
 * `books` by 1; `saveBooks` stores the numbers.
 */
export function numbersOf(books: Books): Numbers {
  const { next } = books;
  return {
    item: () => next.item++,
    allocation: () => next.allocation++,
  };
}

/**
 * Returns the posting date (day in the ledger) for a movement with a value date: the value date if the day is
 * still open, else the first open day, because the issue of a month closes earlier days.
 * @throws Problem dateInFuture
 */
export function postingDateOf(books: Books, valueDate: Day, today: Day): Day {
  if (valueDate > today) throw new Problem('dateInFuture');
  return books.openFrom !== null && valueDate < books.openFrom ? books.openFrom : valueDate;
}

/**
 * True if a joint (co-owned property) has any billing data: a ledger item, a payment without unit, or an
 * uploaded spreadsheet not yet issued.
 */
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
