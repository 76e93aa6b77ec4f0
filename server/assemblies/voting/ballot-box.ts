import type { AssemblyRecord } from '../../../shared/assemblies/votes.api.ts';
import type { PlainSigner } from '../../platform/audit/signing.ts';
import type { Store } from '../../platform/db/connect.ts';
import { StoreFault } from '../../platform/db/store-fault.ts';
import { Problem } from '../../platform/http/problem.ts';
import { restOf } from '../../platform/lib/rest-of.ts';
import type { VoteToStore } from './ballot-box.repository.ts';
import { recordOf } from './cast-votes.ts';
import { type AnsweredVote, type KeyedVote, type Outcome, voteBatchTransaction } from './store-batch.ts';

interface Waiting {
  vote: KeyedVote;
  resolve: (record: AssemblyRecord) => void;
  reject: (reason: unknown) => void;
}

/** Most votes waiting per joint. Beyond, the database cannot keep up, and an error is better than a timeout. */
const MAX_WAITING = 20_000;
/**
 * Most votes per batch. The transaction must stay short, because other acts of the joint wait for the commit. While
 * a batch is stored, the main thread reads the next batch; with all votes in a single batch, the two threads would
 * wait for each other.
 */
const MAX_BATCH = 100;
/**
 * Least time (ms) from the start of a batch to the start of the next. A lone vote does not wait. Without this
 * delay, at 500 votes a second nearly every vote would be a batch with a separate sync to disk.
 */
const GATHER_MS = 8;

/**
 * Queue of votes with group commit. Votes that arrive together are stored in one short transaction; each caller is
 * answered after the commit. Unique keys and checks inside the transaction decide. The queue holds no state beyond
 * waiting votes, so a crash loses no answered vote and two processes cannot disagree.
 */
export class BallotBox {
  readonly #signer: PlainSigner | null;
  readonly #transact: Store['transact'];
  readonly #published: (jointIds: readonly number[]) => void;
  readonly #queues = new Map<number, Waiting[]>();
  readonly #working = new Set<number>();

  /** @param signer signs promises of votes (receipts of inclusion in the audit trail); null: no promises */
  constructor(
    { transact }: Pick<Store, 'transact'>,
    published: (jointIds: readonly number[]) => void,
    signer: PlainSigner | null = null,
  ) {
    this.#signer = signer;
    this.#transact = transact;
    this.#published = published;
  }

  /**
   * Casts a vote in the assembly of a root joint.
   * @throws Problem if refused: alreadyVoted, voteNotActive, apartmentNotRegistered, heldByAnother, zeroCoefficient,
   * answerUnknown, oneAnswerOnly, tooManyNames, blankWithNames, conceptNotFound, apartmentNotFound,
   * idempotencyKeyReused, overloaded
   * @throws StoreFault if the store failed; the caller repeats the request with the same key to learn if the vote is
   * stored
   */
  cast(rootId: number, vote: KeyedVote): Promise<AssemblyRecord> {
    const queue = this.#queues.get(rootId) ?? [];
    if (queue.length >= MAX_WAITING) return Promise.reject(new Problem('overloaded', undefined, 2));
    this.#queues.set(rootId, queue);
    return new Promise((resolve, reject) => {
      queue.push({ vote, resolve, reject });
      if (!this.#working.has(rootId)) {
        this.#working.add(rootId);
        setImmediate(() => void this.#empty(rootId));
      }
    });
  }

  /** Stores batch after batch until the queue is empty; new votes gather for the next batch meanwhile. */
  async #empty(rootId: number): Promise<void> {
    for (;;) {
      const queue = this.#queues.get(rootId) ?? [];
      const batch = queue.splice(0, MAX_BATCH);
      if (batch.length === 0) break;
      const began = performance.now();
      await this.#store(rootId, batch);
      if (queue.length >= MAX_BATCH) continue;
      // Yields to new requests, so that votes gather in batches.
      const rest = restOf(GATHER_MS, began);
      await new Promise<void>((resolve) => (rest > 0 ? setTimeout(resolve, rest) : setImmediate(resolve)));
    }
    this.#queues.delete(rootId);
    this.#working.delete(rootId);
  }

  async #store(rootId: number, batch: readonly Waiting[]): Promise<void> {
    const keyedVotes = batch.map(({ vote }) => vote);
    let outcomes: Outcome[];
    let touched: number[];
    try {
      ({ outcomes, touched } = await this.#transact(voteBatchTransaction, () => ({
        rootId,
        keyedVotes,
        at: Date.now(),
        signer: this.#signer,
      })));
    } catch (error) {
      // A failure of the store fails all votes of the batch at once; the callers repeat their requests.
      if (batch.length === 1 || error instanceof StoreFault) for (const { reject } of batch) reject(error);
      // A bad vote must not harm the rest of the batch: stores each vote alone.
      else for (const waiting of batch) await this.#store(rootId, [waiting]);
      return;
    }
    batch.forEach(({ vote, resolve, reject }, i) => {
      const outcome = outcomes[i] ?? { refused: 'internal' };
      if ('refused' in outcome) reject(new Problem(outcome.refused));
      else resolve(recordFrom(vote.row, outcome));
    });
    if (touched.length > 0) this.#published(touched);
  }
}

/**
 * Returns the API answer for a stored vote. Requests of older versions stored the whole answer as JSON in
 * `receipt`.
 */
function recordFrom(row: VoteToStore, { receipt, at, promise }: AnsweredVote): AssemblyRecord {
  if (receipt.startsWith('{')) return JSON.parse(receipt);
  return recordOf({ ...row, choices: row.choices ?? null, receipt }, at, promise);
}
