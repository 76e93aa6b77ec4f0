import { billReport } from '../../../shared/billing/reports.api.ts';
import { Profile } from '../../../shared/profiles.ts';
import type { Store } from '../../platform/db/connect.ts';
import { type Attachment, attachmentOf } from '../../platform/mail/mail-page.ts';
import type { DueMessage } from '../../platform/mail/outbox.repository.ts';
import { reportTask } from '../../platform/queue/report-route.ts';
import { makeReport, runInWorker } from '../../platform/queue/run-in-worker.ts';
import { background } from '../../platform/queue/worker-pool.ts';
import type { BillPaper, PapersTask } from '../invoices/draw-bills.ts';
import { listBillsToMail } from './month-mail.repository.ts';

/** Bills that one worker makes: starting it takes as long as drawing some forty. */
const BATCH = 50;
/** Of a batch's files; more make a batch of their own. */
const BATCH_BYTES = 8 * 1024 * 1024;
/** What was made is for messages that leave now, with the settings of now. */
const FRESH_MS = 2 * 60 * 1000;

interface Batch {
  jointId: number;
  bills: ReadonlySet<number>;
  begunAt: number;
  /** Those that were made, by their numbers. Never rejected: what is missing is made alone. */
  papers: Promise<ReadonlyMap<number, Attachment>>;
}

interface Options {
  store: Store;
  /** Stops what is being made. */
  signal: AbortSignal;
}

/**
 * The documents of bills that are mailed. Whoever asks for one first has those of the messages behind it made too, in
 * one worker; of these batches the last one and the one before are kept, so that messages that overtake each other
 * find theirs. What a batch does not bring is made alone: a document that cannot be made keeps no other one waiting.
 */
export class BillPapers {
  readonly #options: Options;
  #batches: Batch[] = [];
  /** Who asks while a batch is being chosen waits until it is known what it holds. */
  #choosing: Promise<unknown> = Promise.resolve();

  constructor(options: Options) {
    this.#options = options;
  }

  /** @param bill the message's own */
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
    const options = { signal, turns: background };
    try {
      const { papers } = await runInWorker<{ papers: BillPaper[] }>(store.address, task, options);
      return new Map(papers.map(({ bill, file }) => [bill, attachmentOf(file)]));
    } catch {
      // Whatever it was, each message will meet it, or not, by itself.
      return new Map();
    }
  }

  async #alone(jointId: number, bill: number): Promise<Attachment> {
    const { store, signal } = this.#options;
    // As its owner sees it.
    const task = reportTask(billReport, { params: { bill }, query: { jointId }, profileId: Profile.owner });
    return attachmentOf(await makeReport(store.address, task, { signal, turns: background }));
  }
}
