import type { PaymentChannel } from '../../../shared/billing/natures.ts';
import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { RowSet } from '../../platform/db/pack-rows.ts';
import { insertRows } from '../../platform/db/put-rows.ts';
import { type Books, postingDateOf } from '../ledger/books.repository.ts';
import { enteredBy, postingRows } from '../ledger/ledger.repository.ts';
import { type Posted, postedOf } from '../proof/posted.ts';
import { type PaymentRow, paymentRows } from './payments.repository.ts';
import { type MadeReceipts, PaymentPoster, type PostedBy, type PostedReceipt } from './till.ts';

/** Payment to post. */
export interface NewPayment {
  /** Account of the payment (`payingAccounts`); null if not identified. */
  apartmentId: string | null;
  amount: Centavos;
  valueDate: Day;
  reference: string | null;
  /** Bank text besides the reference. */
  detail?: string | null;
  channel: PaymentChannel;
  /** Unique key of a file's line. */
  onceKey?: string;
}

/** Posted payment with its receipt, if identified. */
export interface PostedPayment {
  payment: number;
  postingDate: Day;
  receipt: PostedReceipt | null;
}

/** Computed payments, before storing. */
export interface MadePayments extends MadeReceipts {
  /** In the given order. */
  posted: PostedPayment[];
  payments: PaymentRow[];
}

/**
 * Posts payments within a change of the books: the caller holds the lock, adds the audit entry and saves the books.
 * Payments are numbered and allocated in the given order.
 * @returns payments in the given order, and the summary for the audit entry
 * @throws Problem dateInFuture
 */
export async function postPayments(
  trx: Db,
  books: Books,
  payments: readonly NewPayment[],
  by: PostedBy,
): Promise<{ payments: PostedPayment[]; posted: Posted }> {
  const made = await makePayments(trx, books, payments, by);
  const sets = madeRows(made);
  await insertRows(trx, sets, enteredBy(books.jointId, by));
  return { payments: made.posted, posted: postedOf(sets) };
}

/**
 * Computes payments from a snapshot and advances the books' numbers. Stores no data.
 * @throws Problem dateInFuture
 */
export async function makePayments(
  db: Db,
  books: Books,
  payments: readonly NewPayment[],
  by: PostedBy,
): Promise<MadePayments> {
  const till = new PaymentPoster(db, books, by);
  await till.open(
    payments.flatMap(({ apartmentId, valueDate }) =>
      apartmentId === null ? [] : { apartmentId, valueDate },
    ),
  );
  const stored: PaymentRow[] = [];
  const posted: PostedPayment[] = [];
  for (const newPayment of payments) {
    const payment = books.next.payment++;
    const postingDate = postingDateOf(books, newPayment.valueDate, by.today);
    stored.push({
      payment,
      channel: newPayment.channel,
      value_date: newPayment.valueDate,
      posting_date: postingDate,
      amount: newPayment.amount,
      reference: newPayment.reference,
      detail: newPayment.detail ?? null,
      once_key: newPayment.onceKey ?? null,
    });
    const receipt =
      newPayment.apartmentId === null
        ? null
        : await till.take({ ...newPayment, apartmentId: newPayment.apartmentId, payment });
    posted.push({ payment, postingDate, receipt });
  }
  return { ...till.made, posted, payments: stored };
}

/** Converts computed payments to rows, payments before receipts. */
export const madeRows = ({ payments, receipts, postings }: Omit<MadePayments, 'posted'>): RowSet[] => [
  ...postingRows(postings),
  ...paymentRows(payments, receipts),
];

/** Posts the receipt of a stored payment, with the bank's day. Same conditions as `postPayments`. */
export async function postReceipt(
  trx: Db,
  books: Books,
  receiptInput: {
    payment: number;
    apartmentId: string;
    amount: Centavos;
    valueDate: Day;
    notBefore: Day | null;
  },
  by: PostedBy,
): Promise<PostedReceipt & { posted: Posted }> {
  const till = new PaymentPoster(trx, books, by);
  await till.open([receiptInput]);
  const receipt = await till.take(receiptInput);
  const sets = madeRows({ payments: [], ...till.made });
  await insertRows(trx, sets, enteredBy(books.jointId, by));
  return { ...receipt, posted: postedOf(sets) };
}
