import { deserialize } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { today } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { type PackedRows, packRows } from '../../platform/db/pack-rows.ts';
import { packedJson } from '../../platform/lib/packed-json.ts';
import type { MatchedFile, MatchedPayment } from '../bank-files/matched-payments.ts';
import { identifyPayments } from '../bank-files/matched-payments.ts';
import type { ReadLayout, ReadPaymentFile } from '../bank-files/payment-file.types.ts';
import { markKnown, readPaymentGrounds } from '../bank-files/payment-grounds.ts';
import { type FileLayout, fileLayoutOf } from '../bank-files/same-movements.ts';
import { mainUnitsText } from '../ledger/accounts.repository.ts';
import { type Books, readBooks } from '../ledger/books.repository.ts';
import { type Posted, postedOf } from '../proof/posted.ts';
import { readProposalGrounds } from '../proposals/proposals.repository.ts';
import { withBalanceLimit } from '../till/exactly.ts';
import { madeRows, makePayments, type NewPayment } from '../till/payment-posting.ts';
import type { PostedBy } from '../till/till.ts';
import { compareBankBalance, compareBankDays } from './bank-days.ts';
import { paymentReport, sumPayments } from './report.ts';
import { aboutUnusual, priceDays } from './unusual-days.ts';

/**
 * Worker task to prepare the import of a file of payments: finds the accounts and computes the rows to store,
 * or only the report for a preview.
 */
export interface PaymentsTask {
  kind: 'filePayments';
  jointId: number;
  /** `ReadPaymentFile`, serialized and compressed, so that the main process passes the lines on without parsing. */
  file: Uint8Array;
  /** User and time of the import; null for a preview. */
  by: PostedBy | null;
}

/**
 * Result of the worker for a file of payments: the report for the user, and the rows to store with the
 * import. The main process stores the rows, unless the books changed meanwhile.
 */
export interface ReadyPayments extends PackedRows {
  /** `PaymentFileReport` as packed JSON, possibly megabytes, passed through to the client. */
  report: Uint8Array;
  /** True if the report has an error: no row may be stored. */
  refused: boolean;
  /**
   * Revision of the books (`revision`) and list of main units (`units`) used for the comparison. If either changed
   * since, the file is compared again.
   */
  revision: number;
  units: string;
  /** Next free numbers of the ledger after the import. */
  next: Books['next'];
  /** Facts for the audit entry: `added` new payments, `known` lines imported before. */
  facts: Pick<MatchedFile, 'kind'> & { added: number; known: number };
  /** Sum of the new payments, in centavos. 0 if the import is refused. */
  amount: number;
  /** Numbers of the new payments and receipts, in payment order. */
  numbers: [payment: number, receipt: number | null][];
  /** Summary of the postings, stored in the audit entry. */
  posted: Posted;
  /**
   * Column layout chosen by hand, to remember for the next file with the same header; null if not chosen by hand.
   */
  layout: Pick<ReadLayout, 'key' | 'remember'> | null;
  /** Layout and bank of the file, stored with the import. */
  origin: FileLayout;
}

/**
 * Finds the accounts for a file of payments, marks lines imported before, and computes the rows to store for
 * the new payments, without storing the rows. For a preview, computes only the report.
 * @throws Problem dateInFuture
 */
export async function readyPayments(trx: Db, { jointId, file, by }: PaymentsTask): Promise<ReadyPayments> {
  const books = await readBooks(trx, jointId);
  const { revision } = books;
  const units = (await mainUnitsText(trx, jointId)).text;
  const grounds = await readPaymentGrounds(trx, jointId);
  const read: ReadPaymentFile = deserialize(gunzipSync(file));
  const unseen = identifyPayments(read, grounds, await readProposalGrounds(trx, jointId));
  const marked = await markKnown(trx, jointId, unseen);
  const fresh = byValueDate(marked.rows.filter(({ earlier }) => earlier === null));
  const unusual = read.wentOn ? { problems: [], asks: [] } : await unusualIn(trx, books, marked, fresh, by);
  const matched = {
    ...marked,
    problems: [...marked.problems, ...unusual.problems],
    asks: [...(marked.asks ?? []), ...unusual.asks],
  };
  const looked = paymentReport(matched, null);
  const refused = looked.problems.some(({ severity }) => severity === 'error');
  const toMake = by === null || refused ? [] : paymentsOf(matched, fresh);
  const made = by === null ? null : await makePayments(trx, books, toMake, by);
  const numbers = (made?.posted ?? []).map(({ payment, receipt }): ReadyPayments['numbers'][number] => [
    payment,
    receipt?.receipt ?? null,
  ]);
  const byRow = new Map(fresh.map(({ row }, index) => [row, numbers[index]]));
  const report = by === null || refused ? looked : paymentReport(matched, byRow);
  const { kind, layout } = matched;
  const bankDays = refused ? null : await compareBankDays(trx, jointId, matched);
  const bankBalance = refused ? null : await compareBankBalance(trx, jointId, matched);
  const sets = made === null ? [] : madeRows(made);
  return {
    report: packedJson({ ...report, bankDays, bankBalance }),
    refused,
    revision,
    units,
    next: books.next,
    numbers,
    facts: { kind, added: fresh.length, known: matched.rows.length - fresh.length },
    amount: refused ? 0 : centavos(Number(sumPayments(fresh))),
    origin: fileLayoutOf(matched),
    layout: layout?.source === 'hand' ? { key: layout.key, remember: layout.remember } : null,
    posted: postedOf(sets),
    ...packRows(sets),
  };
}

/**
 * Returns errors and questions about unusual days of new payments. Empty while the order of day and month is
 * unclear, because no day is certain.
 */
async function unusualIn(
  trx: Db,
  books: Books,
  { asks = [], layout }: MatchedFile,
  fresh: readonly MatchedPayment[],
  by: PostedBy | null,
) {
  if (asks.length > 0) return { problems: [], asks: [] };
  const identified = fresh.flatMap((line) =>
    line.apartmentId === null ? [] : [{ ...line, apartmentId: line.apartmentId }],
  );
  const prices = await priceDays(trx, books, identified, by?.today ?? today());
  const column = layout?.columns.find(({ role }) => role === 'date')?.header ?? null;
  return aboutUnusual(identified, prices, column);
}

/**
 * Worker function for the task `PaymentsTask`: runs `readyPayments` on a snapshot of the database.
 * @throws Problem dateInFuture, balanceTooLarge
 */
export const reckonFile = (db: Db, task: PaymentsTask): Promise<ReadyPayments> =>
  withBalanceLimit(() => readAsOfNow(db, (trx) => readyPayments(trx, task)));

function paymentsOf({ kind, layout }: MatchedFile, lines: readonly MatchedPayment[]): NewPayment[] {
  const channel = kind === 'sheet' && layout?.source !== 'bank' ? 'sheet' : 'bank';
  return lines.map((line) => ({
    ...line,
    channel,
    reference: line.reference === '' ? null : line.reference,
    detail: line.detail === '' ? null : line.detail,
  }));
}

/** Sorts payments by value date: the order of posting. */
const byValueDate = (lines: readonly MatchedPayment[]): MatchedPayment[] =>
  [...lines].sort((a, b) => (a.valueDate < b.valueDate ? -1 : Number(a.valueDate > b.valueDate)));
