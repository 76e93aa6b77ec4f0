import { isDeepStrictEqual } from 'node:util';
import type { FileAnswer } from '../../../shared/api.ts';
import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import type {
  PaymentFile,
  PaymentFileLayout,
  PaymentFileReport,
} from '../../../shared/billing/payments.api.ts';
import { dayInBogota, today } from '../../../shared/days.ts';
import { centavos, toPesos } from '../../../shared/money.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { type Db, readAsOfNow } from '../../platform/db/engine.ts';
import { putRows } from '../../platform/db/put-rows.ts';
import { type WorkbookSheet, workbookFile } from '../../platform/documents/workbook.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { plainFileName, type UploadedFile } from '../../platform/http/uploaded-file.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { previews } from '../../platform/queue/worker-pool.ts';
import { sheetLimits } from '../../platform/sheets/limits.ts';
import { readUploadAs } from '../../platform/sheets/read-upload.ts';
import { lockBooks, readBooks, saveBooks } from '../ledger/books.repository.ts';
import { enteredBy } from '../ledger/ledger.repository.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { asobancariaLayout } from './files/asobancaria-lines.ts';
import type { MatchedFile, MatchedPayment, PaymentGrounds, UnseenFile } from './files/matched-payments.ts';
import type { ReadLayout } from './files/payment-file.types.ts';
import {
  insertPaymentFile,
  keepLayout,
  listPaymentFiles,
  readLayouts,
} from './files/payment-files.repository.ts';
import { markKnown, readPaymentGrounds } from './files/payment-grounds.ts';
import { paymentsReading } from './files/payments-reading.ts';
import type { PaymentsToRead } from './files/read-payments.ts';
import { type PaymentsTask, type ReadyPayments, reckonIn } from './payments-work.ts';
import { readProposalGrounds } from './proposals/proposals.repository.ts';
import { withExactSums } from './till/exactly.ts';

/** How often a file is read and reckoned anew because the joint's units or books changed meanwhile. */
const MOST_READINGS = 5;
/** Up to so many lines are reckoned in the transaction that stores them. */
const FEW_PAYMENTS = 20;
/** Seconds after which whoever else is at work there may be done. */
const MOVED_RETRY = 5;

/** A file of payments as it was sent, with how its sender reads it. */
interface SentFile extends UploadedFile {
  asked: PaymentsReading;
}

/** Payments that come in files. */
export function paymentImportsService({ store }: Context) {
  const { db } = store;

  function files(jointId: number): Promise<PaymentFile[]> {
    return listPaymentFiles(db, jointId);
  }

  /**
   * Reads a file and says what it would bring; nothing is stored.
   * @throws Problem billingOff, sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(jointId: number, file: SentFile): Promise<PaymentFileReport> {
    await requireBilling(db, jointId);
    const { read } = await readTable(jointId, file);
    return reportOf(await markKnown(db, jointId, read), null);
  }

  /**
   * Imports a file's new lines, all of them or none. What was imported before is left alone.
   * @throws Problem importHasProblems with the report; and as `preview`
   */
  async function importFile(
    { actor }: Principal,
    jointId: number,
    file: SentFile,
  ): Promise<PaymentFileReport> {
    await requireBilling(db, jointId);
    for (let readings = 1; readings <= MOST_READINGS; readings += 1) {
      const report = await bring(actor, jointId, file, await readTable(jointId, file));
      if (report !== null) return report;
    }
    throw new Problem('overloaded', undefined, MOVED_RETRY);
  }

  /** Reads a file against the joint's units as they are now. */
  async function readTable(
    jointId: number,
    file: SentFile,
  ): Promise<{ grounds: PaymentGrounds; read: UnseenFile }> {
    const { grounds, ...known } = await readAsOfNow(db, async (trx) => ({
      grounds: await readPaymentGrounds(trx, jointId),
      remembered: await readLayouts(trx, jointId),
      proposing: await readProposalGrounds(trx, jointId),
    }));
    const { asked, ...sent } = file;
    return { grounds, read: await readPaymentFile(sent, { today: today(), asked, grounds, ...known }) };
  }

  /** @returns null where the books, or the units that it was read against, are others now */
  async function bring(
    actor: string,
    jointId: number,
    file: SentFile,
    { grounds, read }: { grounds: PaymentGrounds; read: UnseenFile },
  ): Promise<PaymentFileReport | null> {
    const inTurn = (ahead: Ahead | null) =>
      withExactSums(db, async (trx) => {
        const books = await lockBooks(trx, jointId);
        if (ahead !== null && ahead.revision !== books.revision) return null;
        if (!isDeepStrictEqual(await readPaymentGrounds(trx, jointId), grounds)) return null;
        // In the joint's turn what is known stays so: of two that bring the same lines, the second finds them.
        const { matched, report, fresh } = ahead?.ready ?? (await readyFile(trx, jointId, read));
        if (fresh.length === 0) return { ...report, committed: true };
        const made = ahead?.made ?? (await reckonIn(trx, taskOf(jointId, actor, matched, fresh)));
        const at = Date.now();
        const { kind } = matched;
        const amount = centavos(Number(sumOf(fresh)));
        const fileName = plainFileName(file.fileName);
        const facts = { fileName, kind, added: fresh.length, known: report.known };
        const fileId = await insertPaymentFile(trx, { ...facts, amount, jointId, at, actor });
        await putRows(trx, made, { ...enteredBy(jointId, { at, actor }), file_id: fileId });
        await appendAudit(trx, { chain: billingChain(jointId), actor, at }, 'paymentsImported', {
          jointId,
          ...facts,
          centavos: { amount },
          payments: made.numbers,
        });
        const { layout } = matched;
        if (layout?.source === 'hand') {
          await keepLayout(trx, jointId, { key: layout.key, columns: layout.remember }, { at, actor });
        }
        await saveBooks(trx, { ...books, next: made.next });
        const numbers = fresh.map(({ row }, at) => [row, made.numbers[at]] as const);
        return reportOf(matched, new Map(numbers));
      });
    if (read.rows.length <= FEW_PAYMENTS) return inTurn(null);
    const { revision, ready } = await lookAhead(jointId, read);
    // What is known stays so.
    if (ready.fresh.length === 0) return { ...ready.report, committed: true };
    // Many payments take long: they are reckoned in a worker, before it is anybody's turn, and nobody who votes waits.
    const task = taskOf(jointId, actor, ready.matched, ready.fresh);
    const made = await runInWorker<ReadyPayments>(store.address, task, { turns: previews });
    // What is known is as old as the first of the two.
    return inTurn({ ready, made, revision: Math.min(revision, made.revision) });
  }

  /**
   * What a file would bring, and which books that was compared with, at least: they are read first, and statement by
   * statement so that others have their turn in between. In its own turn the act finds out whether they moved.
   */
  async function lookAhead(
    jointId: number,
    read: UnseenFile,
  ): Promise<{ revision: number; ready: ReadyFile }> {
    const { revision } = await readBooks(db, jointId);
    return { revision, ready: await readyFile(db, jointId, read) };
  }

  return { files, preview, import: importFile };
}

/** A file that was looked at, and its payments reckoned, before the joint's turn. */
interface Ahead {
  ready: ReadyFile;
  made: ReadyPayments;
  /** Of the books that both hold for. */
  revision: number;
}

/** A file that may be imported, with its new lines in the order in which their money pays. */
interface ReadyFile {
  matched: MatchedFile;
  report: PaymentFileReport;
  fresh: MatchedPayment[];
}

/** @throws Problem importHasProblems with the report */
async function readyFile(db: Db, jointId: number, read: UnseenFile): Promise<ReadyFile> {
  const matched = await markKnown(db, jointId, read);
  const report = reportOf(matched, null);
  if (report.problems.some(({ severity }) => severity === 'error')) {
    throw new Problem('importHasProblems', report);
  }
  return { matched, report, fresh: inOrder(matched.rows.filter(({ known }) => !known)) };
}

function taskOf(
  jointId: number,
  actor: string,
  { kind, layout }: MatchedFile,
  lines: readonly MatchedPayment[],
): PaymentsTask {
  const at = Date.now();
  const channel = kind === 'sheet' && layout?.source !== 'bank' ? 'sheet' : 'bank';
  return {
    ...{ kind: 'filePayments', jointId, by: { at, actor, today: dayInBogota(at) } },
    payments: lines.map(({ apartmentId, amount, valueDate, reference, detail, onceKey }) => ({
      ...{ apartmentId, amount, valueDate, onceKey, channel },
      reference: reference === '' ? null : reference,
      detail: detail === '' ? null : detail,
    })),
  };
}

/** Money pays in the order in which it arrived. */
const inOrder = (lines: readonly MatchedPayment[]): MatchedPayment[] =>
  [...lines].sort((a, b) => (a.valueDate < b.valueDate ? -1 : Number(a.valueDate > b.valueDate)));

const sumOf = (lines: readonly MatchedPayment[]): bigint =>
  lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);

/** @param numbers of payment and receipt by row, of what was committed; null: nothing was. */
function reportOf(
  { kind, rows, problems, layout, movements, account }: MatchedFile,
  numbers: ReadonlyMap<number, ReadyPayments['numbers'][number] | undefined> | null,
): PaymentFileReport {
  const fresh = rows.filter(({ known }) => !known);
  const sum = sumOf(fresh);
  const tooMuch = sum > BigInt(Number.MAX_SAFE_INTEGER);
  const message = 'La suma de los pagos es demasiado grande. Revise los valores.';
  const about = { row: null, column: null, severity: 'error', code: 'totalTooLarge', message } as const;
  return {
    committed: numbers !== null,
    ...{ kind, account },
    layout: layout && toldLayout(layout),
    movements: movements && {
      ...{ credits: movements.credits, creditSum: pesosOf(movements.creditSum) },
      ...{ debits: movements.debits, debitSum: pesosOf(movements.debitSum) },
    },
    rows: rows.map(({ row, valueDate, amount, reference, detail, apartmentId, proposal, known }) => ({
      ...{ row, valueDate, amount: toPesos(amount), reference, detail, apartmentId, proposal, known },
      payment: numbers?.get(row)?.[0] ?? null,
      cashReceipt: numbers?.get(row)?.[1] ?? null,
    })),
    problems: tooMuch ? [...problems, about] : problems,
    added: fresh.length,
    amount: pesosOf(sum),
    unidentified: fresh.filter(({ apartmentId }) => apartmentId === null).length,
    known: rows.length - fresh.length,
  };
}

/** 0 where a number does not hold it exactly: the file has another problem then. */
const pesosOf = (sum: bigint): number =>
  sum > BigInt(Number.MAX_SAFE_INTEGER) ? 0 : toPesos(centavos(Number(sum)));

const toldLayout = ({ key: _key, remember: _remember, ...told }: ReadLayout): PaymentFileLayout => told;

/** The columns that a sheet of payments is filled in with. '@' is text, so that 1-10 stays a unit. */
const columns = [
  { header: 'Fecha', width: 14, numFmt: 'dd/mm/yyyy' },
  { header: 'Inmueble', width: 16, numFmt: '@' },
  { header: 'Valor', width: 18, numFmt: '#,##0.00' },
  { header: 'Referencia', width: 32, numFmt: '@' },
];

const payments: WorkbookSheet = (book) => {
  const sheet = book.addWorksheet('Pagos', { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ header, width, numFmt }) => ({ header, width, style: { numFmt } }));
  sheet.getRow(1).font = { name: 'Calibri', size: 11, family: 2, bold: true };
};

/** A spreadsheet of payments to fill in. */
export const paymentsTemplateFile = (): Promise<FileAnswer> =>
  workbookFile('Plantilla de Pagos', { title: 'Pagos', subject: 'Plantilla de pagos' }, [payments]);

/**
 * Reads a file of payments in a worker, by what stands in it, whatever it is called: outside of any transaction.
 * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
 */
async function readPaymentFile(file: UploadedFile, given: PaymentsToRead): Promise<UnseenFile> {
  const isBankFile = asobancariaLayout(file.bytes) !== null;
  if (isBankFile && lineEnds(file.bytes) > MAX_LINE_ENDS) throw new Problem('sheetTooLarge');
  return readUploadAs(file, paymentsReading, given);
}

/** A line may end with two. */
const MAX_LINE_ENDS = 2 * sheetLimits.rows;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) count++;
  return count;
}
