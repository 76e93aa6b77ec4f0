import type { PaymentChannel, PaymentMeans } from '../../../shared/billing/natures.ts';
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

/**
 * Payment to post in the ledger, typed at the desk or read from a spreadsheet or bank file. Without an
 * account if the payer is unknown.
 */
export interface NewPayment {
  /** Account that receives the payment (`payingAccounts`); null if the unit is unknown. */
  apartmentId: string | null;
  /** Paid amount, in centavos. */
  amount: Centavos;
  /** Day of the payment. */
  valueDate: Day;
  reference: string | null;
  /** Text of the bank for the payment, besides the reference. */
  detail?: string | null;
  means?: PaymentMeans | null;
  /** Name of the payer, if not the owner. */
  payer?: string | null;
  /** Id of the transaction at a payment gateway. */
  transaction?: string | null;
  /** Source of the payment: desk, spreadsheet, bank file or month's spreadsheet. */
  channel: PaymentChannel;
  /** Unique key of the payment's line in a bank file, so that a line is not imported twice. */
  onceKey?: string;
}

/** Payment just posted, with the numbers of payment and receipt. Without a receipt if the unit is unknown. */
export interface PostedPayment {
  /** Number of the payment. */
  payment: number;
  postingDate: Day;
  receipt: PostedReceipt | null;
}

/** Payments and receipts computed in a worker, with all rows to store. */
export interface MadePayments extends MadeReceipts {
  /** Posted payments, in the given order. */
  posted: PostedPayment[];
  payments: PaymentRow[];
}

/**
 * Posts payments as part of a change of the books: the caller holds the billing lock, adds the audit entry and
 * saves the books. Payments are numbered and posted in the given order.
 * @returns payments in the given order, and a summary for the audit entry
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
 * Computes the posting of payments (receipts, ledger movements) from a snapshot, and advances the next
 * numbers in `books`. Without storing: the caller stores the rows of `madeRows`.
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
      means: newPayment.means ?? null,
      payer: newPayment.payer ?? null,
      transaction_id: newPayment.transaction ?? null,
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

/**
 * Converts computed payments, receipts and ledger movements to rows of the database, payments before
 * receipts.
 */
export const madeRows = ({ payments, receipts, postings }: Omit<MadePayments, 'posted'>): RowSet[] => [
  ...postingRows(postings),
  ...paymentRows(payments, receipts),
];

/**
 * Posts receipts for money of stored payments that waited for a unit, dated on the bank's day, in the order
 * of `inputs`. The caller holds the billing lock, adds the audit entry and saves the books.
 * @param inputs `payment`: number of the payment; `apartmentId`: account; `amount`: centavos; `notBefore`:
 *   first posting day allowed
 */
export async function postReceipts(
  trx: Db,
  books: Books,
  inputs: readonly {
    payment: number;
    apartmentId: string;
    amount: Centavos;
    valueDate: Day;
    notBefore: Day | null;
  }[],
  by: PostedBy,
): Promise<{ receipts: PostedReceipt[]; posted: Posted }> {
  const till = new PaymentPoster(trx, books, by);
  await till.open(inputs);
  const receipts: PostedReceipt[] = [];
  for (const input of inputs) receipts.push(await till.take(input));
  const sets = madeRows({ payments: [], ...till.made });
  await insertRows(trx, sets, enteredBy(books.jointId, by));
  return { receipts, posted: postedOf(sets) };
}
