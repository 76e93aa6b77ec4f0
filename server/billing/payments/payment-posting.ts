import type { PaymentChannel } from '../../../shared/billing/natures.ts';
import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../db/engine.ts';
import { type Books, postingDateOf } from '../ledger/books.repository.ts';
import { insertPayments, type PaymentRow } from './payments.repository.ts';
import { type MadeReceipts, type PostedBy, type PostedReceipt, storeReceipts, Till } from './till.ts';

/** Money that arrived. */
export interface NewPayment {
  /** The account it is for (`payingAccounts`); null: it waits to be identified. */
  apartmentId: string | null;
  amount: Centavos;
  valueDate: Day;
  reference: string | null;
  channel: PaymentChannel;
  /** Of files: what tells it from every other payment. */
  onceKey?: string;
  fileId?: number;
  monthId?: number;
}

/** A payment as it was posted, with its receipt where its unit is known. */
export interface PostedPayment {
  payment: number;
  postingDate: Day;
  receipt: PostedReceipt | null;
}

/** Payments as they were made, before they are stored. Plain data: it crosses over from the worker. */
export interface MadePayments extends MadeReceipts {
  /** In the order given. */
  posted: PostedPayment[];
  payments: PaymentRow[];
}

/**
 * Posts payments within an act: the caller holds the joint's books, leaves the audit entry and saves the books.
 * Numbers follow the order given, and so does what each one finds to pay.
 * @returns in the order given
 * @throws Problem dateInFuture
 */
export async function postPayments(
  trx: Db,
  books: Books,
  payments: readonly NewPayment[],
  by: PostedBy,
): Promise<PostedPayment[]> {
  const made = await makePayments(trx, books, payments, by);
  await storePayments(trx, books.jointId, made, by);
  return made.posted;
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
  const till = new Till(db, books, by);
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
      joint_id: books.jointId,
      payment,
      channel: given.channel,
      value_date: given.valueDate,
      posting_date: postingDate,
      amount: given.amount,
      reference: given.reference,
      once_key: given.onceKey ?? null,
      file_id: given.fileId ?? null,
      month_id: given.monthId ?? null,
      entered_at: by.at,
      entered_by: by.actor,
    });
    const receipt =
      given.apartmentId === null
        ? null
        : await till.take({ ...given, apartmentId: given.apartmentId, payment });
    posted.push({ payment, postingDate, receipt });
  }
  return { ...till.made, posted, payments: stored };
}

/** Stores what was made. */
export async function storePayments(
  trx: Db,
  jointId: number,
  made: MadePayments,
  by: Pick<PostedBy, 'at' | 'actor'>,
): Promise<void> {
  await insertPayments(trx, made.payments);
  await storeReceipts(trx, jointId, made, by);
}

/** Gives a stored payment its receipt, under the bank's day. As `postPayments` within an act. */
export async function postReceipt(
  trx: Db,
  books: Books,
  given: { payment: number; apartmentId: string; amount: Centavos; valueDate: Day; notBefore: Day | null },
  by: PostedBy,
): Promise<PostedReceipt> {
  const till = new Till(trx, books, by);
  await till.open([given]);
  const receipt = await till.take(given);
  await storeReceipts(trx, books.jointId, till.made, by);
  return receipt;
}
