import type { PaymentChannel } from '../../../../shared/billing/natures.ts';
import type { Day } from '../../../../shared/days.ts';
import type { Centavos } from '../../../../shared/money.ts';
import type { Db } from '../../../platform/db/engine.ts';
import type { RowSet } from '../../../platform/db/pack-rows.ts';
import { insertRows } from '../../../platform/db/put-rows.ts';
import { type Books, postingDateOf } from '../../ledger/books.repository.ts';
import { enteredBy, postingRows } from '../../ledger/ledger.repository.ts';
import { type Posted, postedOf } from '../../proof/posted.ts';
import { type PaymentRow, paymentRows } from './payments.repository.ts';
import { type MadeReceipts, PaymentPoster, type PostedBy, type PostedReceipt } from './till.ts';

/** Money that arrived. */
export interface NewPayment {
  /** The account it is for (`payingAccounts`); null: it waits to be identified. */
  apartmentId: string | null;
  amount: Centavos;
  valueDate: Day;
  reference: string | null;
  /** What a bank says of it beside the reference. */
  detail?: string | null;
  channel: PaymentChannel;
  /** Of files: what tells it from every other payment. */
  onceKey?: string;
}

/** A payment as it was posted, with its receipt where its unit is known. */
export interface PostedPayment {
  payment: number;
  postingDate: Day;
  receipt: PostedReceipt | null;
}

/** Payments as they were made, before they are stored. */
export interface MadePayments extends MadeReceipts {
  /** In the order given. */
  posted: PostedPayment[];
  payments: PaymentRow[];
}

/**
 * Posts payments within an act: the caller holds the joint's books, leaves the audit entry and saves the books.
 * Numbers follow the order given, and so does what each one finds to pay.
 * @returns them in the order given, and what the act's entry in the trail says of them
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
 * Makes payments of what the store holds as of one instant, and counts the books' numbers on; stores nothing.
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
  for (const given of payments) {
    const payment = books.next.payment++;
    const postingDate = postingDateOf(books, given.valueDate, by.today);
    stored.push({
      payment,
      channel: given.channel,
      value_date: given.valueDate,
      posting_date: postingDate,
      amount: given.amount,
      reference: given.reference,
      detail: given.detail ?? null,
      once_key: given.onceKey ?? null,
    });
    const receipt =
      given.apartmentId === null
        ? null
        : await till.take({ ...given, apartmentId: given.apartmentId, payment });
    posted.push({ payment, postingDate, receipt });
  }
  return { ...till.made, posted, payments: stored };
}

/** What was made, as rows: payments before their receipts. */
export const madeRows = ({ payments, receipts, postings }: Omit<MadePayments, 'posted'>): RowSet[] => [
  ...postingRows(postings),
  ...paymentRows(payments, receipts),
];

/** Gives a stored payment its receipt, under the bank's day. As `postPayments` within an act. */
export async function postReceipt(
  trx: Db,
  books: Books,
  given: { payment: number; apartmentId: string; amount: Centavos; valueDate: Day; notBefore: Day | null },
  by: PostedBy,
): Promise<PostedReceipt & { posted: Posted }> {
  const till = new PaymentPoster(trx, books, by);
  await till.open([given]);
  const receipt = await till.take(given);
  const sets = madeRows({ payments: [], ...till.made });
  await insertRows(trx, sets, enteredBy(books.jointId, by));
  return { ...receipt, posted: postedOf(sets) };
}
