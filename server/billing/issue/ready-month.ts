import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, sumMoney } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import { type PackedRows, packRows, type RowSet } from '../../platform/db/pack-rows.ts';
import { listBilledUnits } from '../ledger/accounts.repository.ts';
import { type Books, readBooks } from '../ledger/books.repository.ts';
import { postingRows } from '../ledger/ledger.repository.ts';
import { readReferences } from '../ledger/references.repository.ts';
import { agreedReference, newReferences, referenceRows } from '../ledger/references.ts';
import { type Posted, postedOf } from '../proof/posted.ts';
import { type KeptLetterhead, letterheadOf } from '../settings/letterhead.ts';
import { paymentRows } from '../till/payments.repository.ts';
import { billRows } from './bill-rows.ts';
import type { MadeMonth } from './compute-month.ts';
import { billFigures } from './differences.ts';
import { billMails } from './queue-mail.ts';

/**
 * Issue of a month ready to store: summary figures, and all rows already serialized by the worker, so that
 * the storing process need not build thousands of rows.
 */
export interface ReadyMonth extends PackedRows {
  monthId: number;
  month: Month;
  issueDate: Day;
  dueDate: Day;
  /**
   * Revision number of the books used for the computation. If the books changed since, the month is computed again.
   */
  revision: number;
  /**
   * Number of payment references that existed before the issue. The references of new accounts get the following
   * numbers.
   */
  references: number;
  /** Next free numbers of the ledger after the issue. */
  next: Books['next'];
  /** Months marked 'sin intereses' that would otherwise have charged interest. */
  interestFree: readonly Month[];
  /** Last month with late interest settled once this month is issued. */
  interestThrough: Month;
  /** Number of bills, first and last bill number, and total in centavos. */
  bills: { quantity: number; first: number | null; last: number | null; total: Centavos };
  /** Number of receipts. */
  receipts: number;
  /** Letterhead printed on the month's bills: administrator, legal text, rate and logo. */
  letterhead: KeptLetterhead;
  /** Number of mail messages to owners. */
  mails: number;
  /** Fingerprint of the figures of all bills (`billFigures`). */
  figures: string;
  /** Summary of the postings, stored in the audit entry. */
  posted: Posted;
}

/**
 * Completes a computed month with the owners' names, payment references and, if requested, the mails to
 * owners, and packs all rows to store. The worker sends the result to the main process.
 */
export async function readyMonth(
  db: Db,
  jointId: number,
  made: MadeMonth,
  mailOwners: boolean,
): Promise<ReadyMonth> {
  const { bills, postings, payments, interestBySheet, ...facts } = made;
  const { settings } = await readBooks(db, jointId);
  const letterhead = await letterheadOf(db, jointId, {
    month: made.month,
    settings,
    bySheet: interestBySheet,
  });
  const storedReferences = await readReferences(db, jointId);
  const accounts = bills.map(({ unit }) => unit.apartmentId);
  const added = newReferences(jointId, storedReferences, accounts);
  const references = new Map([...storedReferences, ...added]);
  const mails = mailOwners ? await billMails(db, { jointId, monthId: made.monthId }, bills) : null;
  const rows = [
    referenceRows(added),
    ...postingRows(postings),
    ...(await receivedRows(db, jointId, made)),
    ...billRows(
      bills,
      new Map([...references].map(([id, whole]) => [id, agreedReference(whole, settings.referenceDigits)])),
    ),
    ...(mails === null ? [] : [mails]),
  ];
  const numbers = bills.map(({ bill }) => bill);
  return {
    ...facts,
    references: storedReferences.size,
    bills: {
      quantity: bills.length,
      first: numbers[0] ?? null,
      last: numbers.at(-1) ?? null,
      total: sumMoney(bills.map(({ issued }) => issued.total)),
    },
    receipts: payments.length,
    letterhead,
    mails: mails?.rows.length ?? 0,
    figures: billFigures(bills),
    posted: postedOf(rows),
    ...packRows(rows),
  };
}

/** Builds the table rows of the payments in the month's spreadsheet, with each unit's owner on the posting day. */
async function receivedRows(db: Db, jointId: number, { payments }: MadeMonth): Promise<RowSet[]> {
  const owners = new Map<string, Map<string, string>>();
  for (const day of new Set(payments.map(({ postingDate }) => postingDate))) {
    const units = await listBilledUnits(db, jointId, day);
    owners.set(day, new Map(units.map(({ apartmentId, owner }) => [apartmentId, owner])));
  }
  return paymentRows(
    payments.map(({ payment, valueDate, postingDate, amount }) => ({
      payment,
      channel: 'month',
      amount,
      reference: null,
      detail: null,
      means: null,
      payer: null,
      transaction_id: null,
      once_key: null,
      value_date: valueDate,
      posting_date: postingDate,
    })),
    payments.map(({ payment, receipt, apartmentId, item, valueDate, postingDate, ...money }) => ({
      receipt,
      payment,
      apartment_id: apartmentId,
      item,
      owner_name: owners.get(postingDate)?.get(apartmentId) ?? '',
      value_date: valueDate,
      posting_date: postingDate,
      amount: money.amount,
      interest: money.interest,
      capital: money.capital,
      credit: money.credit,
    })),
  );
}
