import { deserialize } from 'node:v8';
import { gunzipSync } from 'node:zlib';
import { today } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { type PackedRows, packRows } from '../../platform/db/pack-rows.ts';
import { packedJson } from '../../platform/lib/packed-json.ts';
import { mainUnitsText } from '../ledger/accounts.repository.ts';
import { type Books, readBooks } from '../ledger/books.repository.ts';
import { type Posted, postedOf } from '../proof/posted.ts';
import type { MatchedFile, MatchedPayment } from './files/matched-payments.ts';
import { identifyPayments } from './files/matched-payments.ts';
import type { ReadLayout, ReadPaymentFile } from './files/payment-file.types.ts';
import { markKnown, readPaymentGrounds } from './files/payment-grounds.ts';
import { paymentReport, sumOf } from './payment-report.ts';
import { readProposalGrounds } from './proposals/proposals.repository.ts';
import { withBalanceLimit } from './till/exactly.ts';
import { madeRows, makePayments, type NewPayment } from './till/payment-posting.ts';
import type { PostedBy } from './till/till.ts';
import { aboutUnusual, priceDays } from './unusual-days.ts';

/** A file of payments that was read, to be compared with a joint's books. Plain data: it crosses over to the worker. */
export interface PaymentsTask {
  kind: 'filePayments';
  jointId: number;
  /** A ReadPaymentFile, serialised and packed: nobody between the two workers makes objects of its lines. */
  file: Uint8Array;
  /** Who brings it; null: it is only looked at. */
  by: PostedBy | null;
}

/** What a file would bring to the books, or brings, as rows for them, and the books' numbers after it. */
export interface ReadyPayments extends PackedRows {
  /** A PaymentFileReport as packed JSON: it may be megabytes, and is for whoever asked. */
  report: Uint8Array;
  /** An error is among its problems: nothing of it may be stored. */
  refused: boolean;
  /** The revision of the books that it was reckoned on, and the joint's units, which it was matched with. */
  revision: number;
  units: string;
  next: Books['next'];
  facts: Pick<MatchedFile, 'kind'> & { added: number; known: number };
  /** In centavos. */
  amount: number;
  /** In the order in which their money pays: the number of each payment, and of its receipt. */
  numbers: [payment: number, receipt: number | null][];
  /** What its entry in the trail says of what it posts. */
  posted: Posted;
  /** What is remembered of a layout that was made by hand. */
  layout: Pick<ReadLayout, 'key' | 'remember'> | null;
}

/**
 * Compares a file with the books as they are within a transaction, and reckons its new payments; stores nothing.
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
  const fresh = inOrder(marked.rows.filter(({ known }) => !known));
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
  const sets = made === null ? [] : madeRows(made);
  return {
    ...{ report: packedJson(report), refused, revision, units, next: books.next, numbers },
    facts: { kind, added: fresh.length, known: matched.rows.length - fresh.length },
    amount: refused ? 0 : centavos(Number(sumOf(fresh))),
    layout: layout?.source === 'hand' ? { key: layout.key, remember: layout.remember } : null,
    posted: postedOf(sets),
    ...packRows(sets),
  };
}

/** Unusual days of a file's new payments; while the order of day and month is a question, no day is known. */
async function unusualIn(
  trx: Db,
  books: Books,
  { asks = [], layout }: MatchedFile,
  fresh: readonly MatchedPayment[],
  by: PostedBy | null,
) {
  if (asks.length > 0) return { problems: [], asks: [] };
  const known = fresh.flatMap((line) =>
    line.apartmentId === null ? [] : [{ ...line, apartmentId: line.apartmentId }],
  );
  const prices = await priceDays(trx, books, known, by?.today ?? today());
  const column = layout?.columns.find(({ role }) => role === 'date')?.header ?? null;
  return aboutUnusual(known, prices, column);
}

/** The same as of one instant, in the worker's own process. @throws Problem dateInFuture, balanceTooLarge */
export const reckonFile = (db: Db, task: PaymentsTask): Promise<ReadyPayments> =>
  withBalanceLimit(() => readAsOfNow(db, (trx) => readyPayments(trx, task)));

function paymentsOf({ kind, layout }: MatchedFile, lines: readonly MatchedPayment[]): NewPayment[] {
  const channel = kind === 'sheet' && layout?.source !== 'bank' ? 'sheet' : 'bank';
  return lines.map(({ apartmentId, amount, valueDate, reference, detail, onceKey }) => ({
    ...{ apartmentId, amount, valueDate, onceKey, channel },
    reference: reference === '' ? null : reference,
    detail: detail === '' ? null : detail,
  }));
}

/** Money pays in the order in which it arrived. */
const inOrder = (lines: readonly MatchedPayment[]): MatchedPayment[] =>
  [...lines].sort((a, b) => (a.valueDate < b.valueDate ? -1 : Number(a.valueDate > b.valueDate)));
