import { isDeepStrictEqual } from 'node:util';
import type { PaymentFile, PaymentFileReport } from '../../../shared/billing/payments.api.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { appendAudit, billingChain } from '../../audit/trail.ts';
import { type Db, readAsOfNow } from '../../db/engine.ts';
import type { Principal } from '../../http/principal.ts';
import { Problem } from '../../http/problem.ts';
import { plainFileName, type UploadedFile } from '../../http/uploaded-file.ts';
import { requireBilling } from '../billed-joint.ts';
import { lockBooks, saveBooks } from '../ledger/books.repository.ts';
import { exactly } from './exactly.ts';
import type { MatchedFile, MatchedPayment, PaymentGrounds, UnseenFile } from './matched-payments.ts';
import { readPaymentFile } from './payment-file.ts';
import { insertPaymentFile, listPaymentFiles } from './payment-files.repository.ts';
import { markKnown, readPaymentGrounds } from './payment-grounds.ts';
import { postPayments } from './payment-posting.ts';

/** How often a file is read anew because the joint's units changed meanwhile. */
const MOST_READINGS = 3;
/** Seconds after which whoever else is at work there may be done. */
const MOVED_RETRY = 5;

const channels = { sheet: 'sheet', asobancaria2001: 'bank' } as const;

/** Payments that come in files. */
export class PaymentImports {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  files(jointId: number): Promise<PaymentFile[]> {
    return listPaymentFiles(this.#db, jointId);
  }

  /**
   * Reads a file and says what it would bring; nothing is stored.
   * @throws Problem billingOff, sheetTooLarge, sheetUnreadable, overloaded
   */
  async preview(jointId: number, file: UploadedFile): Promise<PaymentFileReport> {
    await requireBilling(this.#db, jointId);
    const { read } = await this.#read(jointId, file);
    return reportOf(await markKnown(this.#db, jointId, read), null);
  }

  /**
   * Imports a file's new lines, all of them or none. What was imported before is left alone.
   * @throws Problem importHasProblems with the report; and as `preview`
   */
  async import({ actor }: Principal, jointId: number, file: UploadedFile): Promise<PaymentFileReport> {
    await requireBilling(this.#db, jointId);
    for (let readings = 1; readings <= MOST_READINGS; readings += 1) {
      const report = await this.#store(actor, jointId, file, await this.#read(jointId, file));
      if (report !== null) return report;
    }
    throw new Problem('overloaded', undefined, MOVED_RETRY);
  }

  /** Reads a file against the joint's units as they are now. */
  async #read(jointId: number, file: UploadedFile): Promise<{ grounds: PaymentGrounds; read: UnseenFile }> {
    const grounds = await readAsOfNow(this.#db, (trx) => readPaymentGrounds(trx, jointId));
    return { grounds, read: await readPaymentFile(file, { today: dayInBogota(Date.now()), grounds }) };
  }

  /** @returns null where the units that it was read against are others now */
  #store(
    actor: string,
    jointId: number,
    file: UploadedFile,
    { grounds, read }: { grounds: PaymentGrounds; read: UnseenFile },
  ): Promise<PaymentFileReport | null> {
    return exactly(this.#db, async (trx) => {
      // In the joint's turn what is known stays so: of two that bring the same lines, the second finds them.
      const books = await lockBooks(trx, jointId);
      if (!isDeepStrictEqual(await readPaymentGrounds(trx, jointId), grounds)) return null;
      const matched = await markKnown(trx, jointId, read);
      const report = reportOf(matched, null);
      if (report.problems.some(({ severity }) => severity === 'error')) {
        throw new Problem('importHasProblems', report);
      }
      const fresh = inOrder(matched.rows.filter(({ known }) => !known));
      if (fresh.length === 0) return { ...report, committed: true };
      const at = Date.now();
      const { kind } = matched;
      const amount = centavos(Number(sumOf(fresh)));
      const fileName = plainFileName(file.fileName);
      const facts = { fileName, kind, added: fresh.length, known: report.known, amount };
      const fileId = await insertPaymentFile(trx, { ...facts, jointId, at, actor });
      const payments = fresh.map((line) => ({
        apartmentId: line.apartmentId,
        amount: line.amount,
        valueDate: line.valueDate,
        reference: line.reference === '' ? null : line.reference,
        channel: channels[kind],
        onceKey: line.onceKey,
        fileId,
      }));
      const posted = await postPayments(trx, books, payments, { at, actor, today: dayInBogota(at) });
      const receipts = new Map(fresh.map(({ row }, index) => [row, posted[index]?.receipt?.receipt ?? null]));
      await appendAudit(trx, {
        ...{ chain: billingChain(jointId), actor, act: 'paymentsImported', at },
        data: {
          ...{ jointId, ...facts },
          payments: posted.map(({ payment, receipt }) => [payment, receipt?.receipt ?? null]),
        },
      });
      await saveBooks(trx, books);
      return reportOf(matched, receipts);
    });
  }
}

/** Money pays in the order in which it arrived. */
const inOrder = (lines: readonly MatchedPayment[]): MatchedPayment[] =>
  [...lines].sort((a, b) => (a.valueDate < b.valueDate ? -1 : Number(a.valueDate > b.valueDate)));

const sumOf = (lines: readonly MatchedPayment[]): bigint =>
  lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** @param receipts by row, of what was committed; null: nothing was. */
function reportOf(
  { kind, rows, problems }: MatchedFile,
  receipts: ReadonlyMap<number, number | null> | null,
): PaymentFileReport {
  const fresh = rows.filter(({ known }) => !known);
  const sum = sumOf(fresh);
  const tooMuch = sum > BigInt(Number.MAX_SAFE_INTEGER);
  const message = 'La suma de los pagos es demasiado grande. Revise los valores.';
  const about = { row: null, column: null, severity: 'error', code: 'totalTooLarge', message } as const;
  return {
    committed: receipts !== null,
    kind,
    rows: rows.map(({ row, valueDate, amount, reference, apartmentId, known }) => ({
      ...{ row, valueDate, amount: toPesos(amount), reference, apartmentId, known },
      cashReceipt: receipts?.get(row) ?? null,
    })),
    problems: tooMuch ? [...problems, about] : problems,
    added: fresh.length,
    amount: tooMuch ? 0 : toPesos(centavos(Number(sum))),
    unidentified: fresh.filter(({ apartmentId }) => apartmentId === null).length,
    known: rows.length - fresh.length,
  };
}
