import type { PaymentsReading } from '../../../shared/billing/payment-columns.ts';
import type { PaymentFile } from '../../../shared/billing/payments.api.ts';
import { dayInBogota, today } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import { appendAudit, billingChain } from '../../platform/audit/trail.ts';
import type { Context } from '../../platform/context.ts';
import { readAsOfNow } from '../../platform/db/engine.ts';
import type { PackedRows } from '../../platform/db/pack-rows.ts';
import { putRows, withStagedRows } from '../../platform/db/put-rows.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { Problem } from '../../platform/http/problem.ts';
import { PackedJson } from '../../platform/http/ready-json.ts';
import { plainFileName, type UploadedFile } from '../../platform/http/uploaded-file.ts';
import { runInWorker } from '../../platform/queue/run-in-worker.ts';
import { previews } from '../../platform/queue/worker-pool.ts';
import { sheetLimits } from '../../platform/sheets/limits.ts';
import { readUploadAs } from '../../platform/sheets/read-upload.ts';
import { asobancariaLayout } from '../bank-files/asobancaria-lines.ts';
import {
  insertPaymentFile,
  keepLayout,
  listPaymentFiles,
  readLayouts,
} from '../bank-files/payment-files.repository.ts';
import type { SheetReading } from '../bank-files/payment-sheet.ts';
import { paymentsReading } from '../bank-files/payments-reading.ts';
import type { PaymentsRead } from '../bank-files/read-payments.ts';
import { countUnits, mainUnitsText } from '../ledger/accounts.repository.ts';
import { lockBooks, readBooks, saveBooks } from '../ledger/books.repository.ts';
import { enteredBy } from '../ledger/ledger.repository.ts';
import { requireBilling } from '../settings/billed-joint.ts';
import { withExactSums } from '../till/exactly.ts';
import type { PostedBy } from '../till/till.ts';
import { type PaymentsTask, type ReadyPayments, readyPayments } from './work.ts';

/** Maximum times to read a file again because the joint's units or books changed meanwhile. */
const MOST_READINGS = 5;
/** Limits of a small file in a small joint, compared in milliseconds without a worker. */
const SMALL = { lines: 20, units: 300, payments: 500 };
/** Seconds until the client may retry if other users keep changing the books. */
const MOVED_RETRY = 5;

/** Uploaded payment file with the user's choices for reading the file (for example column roles). */
interface SentFile extends UploadedFile {
  choices: PaymentsReading;
}

/**
 * Creates the service for files of payments (bank files and spreadsheets): lists imported files, previews an
 * uploaded file, and imports the payments.
 */
export function paymentImportsService({ store }: Context) {
  const { db } = store;

  function files(jointId: number): Promise<PaymentFile[]> {
    return listPaymentFiles(db, jointId);
  }

  /**
   * Reads a payment file and returns a preview. Stores no data.
   * @returns a PaymentFileReport
   * @throws Problem billingOff, sheetTooLarge, sheetUnreadable, overloaded
   */
  async function preview(principal: Principal, jointId: number, file: SentFile): Promise<PackedJson> {
    await requireBilling(db, jointId);
    const read = await readSent(principal, jointId, file);
    const task: PaymentsTask = { kind: 'filePayments', jointId, file: read.file, by: null };
    const ready = (await isSmall(jointId, read))
      ? await readAsOfNow(db, (trx) => readyPayments(trx, task))
      : await compare(principal, task);
    return new PackedJson(ready.report);
  }

  /**
   * Imports all new lines of a payment file, or no line if a line has an error. Skips lines imported before.
   * @returns a PaymentFileReport
   * @throws Problem importHasProblems with the report; and the errors of `preview`
   */
  async function importFile(principal: Principal, jointId: number, file: SentFile): Promise<PackedJson> {
    const { actor } = principal;
    await requireBilling(db, jointId);
    const read = await readSent(principal, jointId, file);
    const isHere = await isSmall(jointId, read);
    for (let readings = 1; readings <= MOST_READINGS; readings += 1) {
      const at = Date.now();
      const by = { at, actor, today: dayInBogota(at) };
      const task: PaymentsTask = { kind: 'filePayments', jointId, file: read.file, by };
      // Large files are computed in a worker before taking the joint's lock, so that other requests do not wait.
      const ahead = isHere ? null : await compare(principal, task);
      const report = await bring(task, by, file.fileName, ahead);
      if (report !== null) return report;
    }
    throw new Problem('overloaded', undefined, MOVED_RETRY);
  }

  /** Reads an uploaded file in a worker, with the joint's column layouts remembered from earlier files. */
  async function readSent(
    principal: Principal,
    jointId: number,
    { choices, ...sent }: SentFile,
  ): Promise<PaymentsRead> {
    const reading = { today: today(), choices, remembered: await readLayouts(db, jointId) };
    return readPaymentFile(principal, sent, reading);
  }

  const compare = ({ actor }: Principal, task: PaymentsTask): Promise<ReadyPayments> =>
    runInWorker<ReadyPayments>(store.address, task, { actor, semaphore: previews });

  /** True if comparing the file in this process is faster than starting a worker. */
  async function isSmall(jointId: number, { lines }: PaymentsRead): Promise<boolean> {
    if (lines > SMALL.lines) return false;
    const { next } = await readBooks(db, jointId);
    return next.payment <= SMALL.payments && (await countUnits(db, jointId)) <= SMALL.units;
  }

  /**
   * @param ahead result computed in advance; null computes under the joint's lock
   * @returns the report, after storing the payments; null if the books or the units changed since the comparison
   */
  function bring(
    task: PaymentsTask,
    by: PostedBy,
    fileName: string,
    ahead: ReadyPayments | null,
  ): Promise<PackedJson | null> {
    const { jointId } = task;
    const storeRows = (staged: PackedRows | null) =>
      withExactSums(db, async (trx) => {
        const books = await lockBooks(trx, jointId);
        // Under the lock, known lines stay known: of two concurrent imports, the second finds the lines of the first.
        const ready = ahead ?? (await readyPayments(trx, task));
        const report = new PackedJson(ready.report);
        if (ready.refused) throw new Problem('importHasProblems', report);
        // Known lines stay known, so no new check is needed.
        if (ready.facts.added === 0) return report;
        if (ready.revision !== books.revision) return null;
        if (ahead !== null && (await mainUnitsText(trx, jointId)).text !== ready.units) return null;
        const at = Date.now();
        const { actor } = by;
        const facts = { fileName: plainFileName(fileName), ...ready.facts };
        const amount = centavos(ready.amount);
        const fileId = await insertPaymentFile(trx, {
          ...facts,
          ...ready.origin,
          amount,
          jointId,
          at,
          actor,
        });
        await putRows(trx, staged ?? ready, { ...enteredBy(jointId, { at, actor }), file_id: fileId });
        await appendAudit(trx, { chain: billingChain(jointId), actor, at }, 'paymentsImported', {
          jointId,
          ...facts,
          centavos: { amount },
          payments: ready.numbers,
          posted: ready.posted,
        });
        const { layout } = ready;
        if (layout !== null) {
          await keepLayout(trx, jointId, { key: layout.key, columns: layout.remember }, { at, actor });
        }
        await saveBooks(trx, { ...books, next: ready.next });
        return report;
      });
    return ahead === null ? storeRows(null) : withStagedRows(db, ahead, storeRows);
  }

  return { files, preview, import: importFile };
}

/**
 * Reads a payment file in a worker, by content and not by name, outside any transaction.
 * @throws Problem sheetTooLarge, sheetUnreadable, overloaded
 */
async function readPaymentFile(
  principal: Principal,
  file: UploadedFile,
  reading: SheetReading,
): Promise<PaymentsRead> {
  const isBankFile = asobancariaLayout(file.bytes) !== null;
  if (isBankFile && lineEnds(file.bytes) > MAX_LINE_ENDS) throw new Problem('sheetTooLarge');
  return readUploadAs(file, paymentsReading, reading, principal);
}

/** Maximum line ends in a payment file: a line may end with two characters. */
const MAX_LINE_ENDS = 2 * sheetLimits.rows;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;

function lineEnds(bytes: Uint8Array): number {
  let count = 0;
  for (const byte of bytes) if (byte === LINE_FEED || byte === CARRIAGE_RETURN) count++;
  return count;
}
