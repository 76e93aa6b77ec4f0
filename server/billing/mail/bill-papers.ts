import { billReport } from '../../../shared/billing/reports.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Store } from '../../platform/db/connect.ts';
import type { DueMessage } from '../../platform/mail/outbox.repository.ts';
import { type Attachment, attachmentOf } from '../../platform/mail/page.ts';
import { reportTask } from '../../platform/queue/report-route.ts';
import { makeReport, runInWorker } from '../../platform/queue/run-in-worker.ts';
import { background } from '../../platform/queue/worker-pool.ts';
import type { BillPaper, PapersTask } from '../invoices/draw-bills.ts';
import { listBillsToMail } from './month-mail.repository.ts';

/** Number of bill documents made by a worker at once: starting a worker takes as long as drawing about forty. */
const BATCH = 50;
/** Size limit of the documents made at once, in bytes; more bills make another batch. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** Milliseconds until a batch of documents expires, so that messages use the current settings. */
const FRESH_MS = 2 * 60 * 1000;

interface Batch {
  jointId: number;
  bills: ReadonlySet<number>;
  begunAt: number;
  /** Finished documents by bill number. Never rejects: a missing document is made separately. */
  papers: Promise<ReadonlyMap<number, Attachment>>;
}

interface PapersOptions {
  store: Store;
  signal: AbortSignal;
}

/**
 * Makes the PDF files of bills for the mails to owners, in batches: the first request also makes the files
 * for the next waiting mails, in a single worker. Keeps the last two batches, so that mails out of order find
 * their files. A file missing from a batch is made separately, so a faulty bill blocks no other.
 */
export class BillPapers {
  readonly #options: PapersOptions;
  #batches: Batch[] = [];
  /** Pending choice of a batch: a request waits until earlier requests have chosen their bills. */
  #choosing: Promise<unknown> = Promise.resolve();

  constructor(options: PapersOptions) {
    this.#options = options;
  }

  /**
   * Returns the document of a bill, from a batch or made alone.
   * @param bill bill of the message
   */
  async of(message: DueMessage, bill: number): Promise<Attachment> {
    const choosing = this.#choosing.then(() => this.#batchOf(message, bill));
    this.#choosing = choosing.catch(() => undefined);
    const made = await (await choosing).papers;
    return made.get(bill) ?? (await this.#alone(message.jointId, bill));
  }

  async #batchOf(message: DueMessage, bill: number): Promise<Batch> {
    const { jointId } = message;
    const now = Date.now();
    this.#batches = this.#batches.filter(({ begunAt }) => now - begunAt < FRESH_MS).slice(-2);
    const held = this.#batches.findLast((batch) => batch.jointId === jointId && batch.bills.has(bill));
    if (held !== undefined) return held;
    const others = await listBillsToMail(this.#options.store.db, message, { at: now, limit: BATCH });
    const bills = new Set([bill, ...others]);
    const batch = { jointId, bills, begunAt: now, papers: this.#make(jointId, [...bills]) };
    this.#batches.push(batch);
    return batch;
  }

  async #make(jointId: number, bills: readonly number[]): Promise<ReadonlyMap<number, Attachment>> {
    const { store, signal } = this.#options;
    if (bills.length === 1) return new Map();
    const task: PapersTask = { kind: 'billPapers', jointId, bills, mostBytes: BATCH_BYTES };
    const options = { actor: null, signal, semaphore: background };
    try {
      const { papers } = await runInWorker<{ papers: BillPaper[] }>(store.address, task, options);
      return new Map(papers.map(({ bill, file }) => [bill, attachmentOf(file)]));
    } catch {
      // After any failure, each message makes its own document.
      return new Map();
    }
  }

  async #alone(jointId: number, bill: number): Promise<Attachment> {
    const { store, signal } = this.#options;
    // As the owner sees the bill.
    const task = reportTask(billReport, { params: { bill }, query: { jointId }, profileId: Profile.owner });
    return attachmentOf(
      await makeReport(store.address, task, { actor: null, signal, semaphore: background }),
    );
  }
}
