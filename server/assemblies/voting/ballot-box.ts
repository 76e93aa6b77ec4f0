import type { RefusedUnit } from '../../../shared/assemblies/powers/split-vote.api.ts';
import type { AssemblyRecord } from '../../../shared/assemblies/votes.api.ts';
import { errors } from '../../../shared/errors.ts';
import type { PlainSigner } from '../../platform/audit/signing.ts';
import type { Store } from '../../platform/db/connect.ts';
import { StoreFault } from '../../platform/db/store-fault.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { Problem } from '../../platform/http/problem.ts';
import { restOf } from '../../platform/lib/rest-of.ts';
import type { VoteToStore } from './ballot-box.repository.ts';
import type { AnsweredVotes, KeyedVotes, Outcome } from './batch.types.ts';
import { recordOf } from './cast-votes.ts';
import { receiptsOf, voteBatchTransaction } from './store-batch.ts';

interface WaitingVote {
  request: KeyedVotes;
  resolve: (records: AssemblyRecord[]) => void;
  reject: (reason: unknown) => void;
}

/** Most requests waiting per joint. Beyond, the database cannot keep up, and an error is better than a timeout. */
const MAX_WAITING = 20_000;
/**
 * Most votes per batch. The transaction must stay short, because other acts of the joint wait for the commit. While
 * a batch is stored, the main thread reads the next batch; with all votes in a single batch, the two threads would
 * wait for each other.
 */
const MAX_BATCH = 100;
/**
 * Most votes of a person per batch while other persons wait, apart from a larger split vote: a flood of split votes
 * of a person delays the hall by one split vote.
 */
const MAX_OF_PERSON = 25;
/**
 * Least time (ms) from the start of a batch to the start of the next. A lone vote does not wait. Without this
 * delay, at 500 votes a second nearly every vote would be a batch with a separate sync to disk.
 */
const BATCH_MS = 8;

/**
 * Queue of votes with group commit. Votes that arrive together are stored in one short transaction; each caller is
 * answered after the commit. Unique keys and checks inside the transaction decide. The queue holds no state beyond
 * waiting votes, so a crash loses no answered vote and two processes cannot disagree.
 */
export class BallotBox {
  readonly #signer: PlainSigner | null;
  readonly #transact: Store['transact'];
  readonly #published: (jointIds: readonly number[]) => void;
  readonly #queues = new Map<number, WaitingVote[]>();
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
  async cast(
    rootId: number,
    { row, key }: { row: VoteToStore; key: RequestKey | null },
  ): Promise<AssemblyRecord> {
    const [record] = await this.#queue(rootId, { rows: [row], key, isSplit: false });
    if (record === undefined) throw new Problem('internal');
    return record;
  }

  /**
   * Casts all votes of a split vote, or no vote.
   * @returns records in the order of the votes
   * @throws Problem votesRefused with the refused units; idempotencyKeyReused, overloaded
   * @throws StoreFault as in `cast`
   */
  castSplit(
    rootId: number,
    votes: { rows: readonly VoteToStore[]; key: RequestKey | null },
  ): Promise<AssemblyRecord[]> {
    return this.#queue(rootId, { ...votes, isSplit: true });
  }

  #queue(rootId: number, request: KeyedVotes): Promise<AssemblyRecord[]> {
    const queue = this.#queues.get(rootId) ?? [];
    if (queue.length >= MAX_WAITING) return Promise.reject(new Problem('overloaded', undefined, 2));
    this.#queues.set(rootId, queue);
    return new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
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
      const batch = takeBatch(queue);
      if (batch.length === 0) break;
      const began = performance.now();
      await this.#store(rootId, batch);
      if (queue.length >= MAX_BATCH) continue;
      // Yields to new requests, so that votes gather in batches.
      const rest = restOf(BATCH_MS, began);
      await new Promise<void>((resolve) => (rest > 0 ? setTimeout(resolve, rest) : setImmediate(resolve)));
    }
    this.#queues.delete(rootId);
    this.#working.delete(rootId);
  }

  async #store(rootId: number, batch: readonly WaitingVote[]): Promise<void> {
    const requests = batch.map(({ request }) => request);
    let outcomes: Outcome[];
    let touched: number[];
    try {
      ({ outcomes, touched } = await this.#transact(voteBatchTransaction, () => ({
        rootId,
        requests,
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
    batch.forEach(({ request, resolve, reject }, i) => {
      const outcome = outcomes[i] ?? { refused: 'internal' };
      if ('refused' in outcome) reject(problemOf(outcome));
      else resolve(recordsFrom(request.rows, outcome));
    });
    if (touched.length > 0) this.#published(touched);
  }
}

/**
 * Removes the requests of the next batch from the queue: up to `MAX_BATCH` votes, and one request at least. The
 * requests of a person stay in order; over the person's share the requests wait for the next batch.
 */
function takeBatch(queue: WaitingVote[]): WaitingVote[] {
  const shares = new Map<string, number>();
  const batch: WaitingVote[] = [];
  const left: WaitingVote[] = [];
  let votes = 0;
  for (const [i, waiting] of queue.entries()) {
    const { rows } = waiting.request;
    const person = rows[0]?.actor ?? '';
    const share = shares.get(person) ?? 0;
    if (batch.length > 0 && votes + rows.length > MAX_BATCH) {
      left.push(...queue.slice(i));
      break;
    }
    if (share > 0 && share + rows.length > MAX_OF_PERSON) {
      // Later requests of the person wait too.
      shares.set(person, Number.POSITIVE_INFINITY);
      left.push(waiting);
      continue;
    }
    shares.set(person, share + rows.length);
    votes += rows.length;
    batch.push(waiting);
  }
  // Without other persons the whole batch is free.
  if (shares.size === 1) return queue.splice(0, firstVotes(queue));
  queue.splice(0, queue.length, ...left);
  return batch;
}

/** Number of requests in order with up to `MAX_BATCH` votes, and one request at least. */
function firstVotes(queue: readonly WaitingVote[]): number {
  let votes = 0;
  const past = queue.findIndex(({ request }) => {
    votes += request.rows.length;
    return votes > MAX_BATCH;
  });
  return past === -1 ? queue.length : Math.max(1, past);
}

function problemOf({ refused, units }: Extract<Outcome, { refused: unknown }>): Problem {
  if (units === undefined) return new Problem(refused);
  return new Problem(refused, {
    units: units.map((unit): RefusedUnit => ({ ...unit, message: errors[unit.code][1] })),
  });
}

/** Returns the API answers for the stored votes of a request. */
function recordsFrom(
  rows: readonly VoteToStore[],
  { reply, at, promises = [] }: AnsweredVotes,
): AssemblyRecord[] {
  const receipts = receiptsOf(reply);
  return rows.map((row, i) =>
    recordOf({ ...row, choices: row.choices ?? null, receipt: receipts[i] ?? row.receipt }, at, promises[i]),
  );
}
