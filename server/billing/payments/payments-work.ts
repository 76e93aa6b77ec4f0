import { type Db, readAsOfNow } from '../../db/engine.ts';
import { type Books, readBooks } from '../ledger/books.repository.ts';
import { inBounds } from './exactly.ts';
import { type MadePayments, makePayments, type NewPayment } from './payment-posting.ts';
import type { PostedBy } from './till.ts';

/** A file's payments to be reckoned. Plain data: it crosses over to the worker. */
export interface PaymentsTask {
  kind: 'filePayments';
  jointId: number;
  payments: readonly NewPayment[];
  by: PostedBy;
}

/** What a file adds to the books, and the books' numbers after it. */
export interface MadeFile extends MadePayments {
  /** The revision of the books that it was reckoned on. */
  revision: number;
  next: Books['next'];
}

/** Reckons a file's payments on the books as they are within a transaction; stores nothing. @throws Problem dateInFuture */
export async function reckonIn(trx: Db, { jointId, payments, by }: PaymentsTask): Promise<MadeFile> {
  const books = await readBooks(trx, jointId);
  const made = await makePayments(trx, books, payments, by);
  return { ...made, revision: books.revision, next: books.next };
}

/** The same as of one instant, in the worker's own process. @throws Problem dateInFuture, balanceTooLarge */
export const reckonFile = (db: Db, task: PaymentsTask): Promise<MadeFile> =>
  inBounds(() => readAsOfNow(db, (trx) => reckonIn(trx, task)));
