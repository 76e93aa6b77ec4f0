import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { type PackedRows, packRows } from '../../platform/db/pack-rows.ts';
import { type Books, readBooks } from '../ledger/books.repository.ts';
import { withBalanceLimit } from './till/exactly.ts';
import { madeRows, makePayments, type NewPayment } from './till/payment-posting.ts';
import type { PostedBy } from './till/till.ts';

/** A file's payments to be reckoned. Plain data: it crosses over to the worker. */
export interface PaymentsTask {
  kind: 'filePayments';
  jointId: number;
  payments: readonly NewPayment[];
  by: PostedBy;
}

/** What a file adds to the books, as rows for them, and the books' numbers after it. */
export interface ReadyPayments extends PackedRows {
  /** The revision of the books that it was reckoned on. */
  revision: number;
  next: Books['next'];
  /** In the order given: the number of each payment, and of its receipt. */
  numbers: [payment: number, receipt: number | null][];
}

/** Reckons a file's payments on the books as they are within a transaction; stores nothing. @throws Problem dateInFuture */
export async function reckonIn(trx: Db, { jointId, payments, by }: PaymentsTask): Promise<ReadyPayments> {
  const books = await readBooks(trx, jointId);
  const { posted, ...made } = await makePayments(trx, books, payments, by);
  return {
    ...{ revision: books.revision, next: books.next },
    numbers: posted.map(({ payment, receipt }) => [payment, receipt?.receipt ?? null]),
    ...packRows(madeRows(made)),
  };
}

/** The same as of one instant, in the worker's own process. @throws Problem dateInFuture, balanceTooLarge */
export const reckonFile = (db: Db, task: PaymentsTask): Promise<ReadyPayments> =>
  withBalanceLimit(() => readAsOfNow(db, (trx) => reckonIn(trx, task)));
