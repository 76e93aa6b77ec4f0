import type { AssemblyRecord } from '../../../shared/assemblies/votes.api.ts';
import type { OwnerDevice } from '../../accounts/index.ts';
import type { PlainSigner } from '../../platform/audit/signing.ts';
import type { Store } from '../../platform/db/connect.ts';
import { StoreFault } from '../../platform/db/store-fault.ts';
import type { RequestKey } from '../../platform/http/idempotency.repository.ts';
import { Problem } from '../../platform/http/problem.ts';
import { restOf } from '../../platform/lib/rest-of.ts';
import type { BallotRow } from './ballot-box.repository.ts';
import { newReceipt, recordOf } from './cast-votes.ts';
import { batchWork, type Kept, type KeyedBallot, type Outcome } from './store-batch.ts';

/** One unit's vote on its way into the box. */
export interface Ballot {
  jointId: number;
  apartmentId: string;
  conceptId: number;
  answerId: number;
  /** Of a ballot with several names: all of them, growing; `answerId` is the last. */
  answerIds?: readonly number[];
  /** Who casts it, for the trail and the key: `user:12`, `code:…`. */
  actor: string;
  /** The device that votes: it, or another of its owner's, must hold the unit; null when the desk casts for the holder. */
  device: OwnerDevice | null;
  key: RequestKey | null;
}

interface Waiting {
  ballot: KeyedBallot;
  resolve: (record: AssemblyRecord) => void;
  reject: (reason: unknown) => void;
}

/** More than this waiting in one joint means that the store cannot keep up: better told than timed out. */
const MAX_WAITING = 20_000;
/**
 * A batch's size: its transaction must stay short, since everything else of the joint waits for it. While one batch of a
 * hall is stored, this thread reads the next one; with the whole hall in one, the two threads wait for each other in turns.
 */
const MAX_BATCH = 100;
/**
 * From the beginning of a batch to that of the next. A lone vote waits for nothing; of 500 a second nearly each would else
 * be a batch of its own, with its own sync.
 */
const GATHER_MS = 8;

/**
 * The ballot box. Votes that arrive together are stored in one short transaction, and
 * each caller is answered after its commit. The store's key and the checks inside the transaction decide; the
 * box itself remembers nothing, so nothing is lost with it and two processes cannot disagree.
 */
export class BallotBox {
  readonly #signer: PlainSigner | null;
  readonly #transact: Store['transact'];
  readonly #published: (jointIds: readonly number[]) => void;
  readonly #queues = new Map<number, Waiting[]>();
  readonly #working = new Set<number>();

  /** @param signer signs promises of votes; none are made without it */
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
   * Casts a ballot in the assembly of a root joint.
   * @throws Problem when it is refused: alreadyVoted, voteNotActive, apartmentNotRegistered, heldByAnother,
   *   zeroCoefficient, answerUnknown, oneAnswerOnly, tooManyNames, blankWithNames, conceptNotFound, apartmentNotFound, idempotencyKeyReused, overloaded
   * @throws StoreFault when the store failed; whether the ballot is in is then known by sending it again with its key
   */
  cast(rootId: number, ballot: Ballot): Promise<AssemblyRecord> {
    const queue = this.#queues.get(rootId) ?? [];
    if (queue.length >= MAX_WAITING) return Promise.reject(new Problem('overloaded', undefined, 2));
    this.#queues.set(rootId, queue);
    return new Promise((resolve, reject) => {
      queue.push({ ballot: { row: rowOf(ballot), key: ballot.key }, resolve, reject });
      if (!this.#working.has(rootId)) {
        this.#working.add(rootId);
        setImmediate(() => void this.#empty(rootId));
      }
    });
  }

  /** Stores batch after batch until nothing waits; meanwhile new ballots gather for the next one. */
  async #empty(rootId: number): Promise<void> {
    for (;;) {
      const queue = this.#queues.get(rootId) ?? [];
      const batch = queue.splice(0, MAX_BATCH);
      if (batch.length === 0) break;
      const began = performance.now();
      await this.#store(rootId, batch);
      if (queue.length >= MAX_BATCH) continue;
      // Lets requests in that arrived meanwhile, so that they gather instead of trickling.
      const rest = restOf(GATHER_MS, began);
      await new Promise<void>((resolve) => (rest > 0 ? setTimeout(resolve, rest) : setImmediate(resolve)));
    }
    this.#queues.delete(rootId);
    this.#working.delete(rootId);
  }

  async #store(rootId: number, batch: readonly Waiting[]): Promise<void> {
    const ballots = batch.map(({ ballot }) => ballot);
    let outcomes: Outcome[];
    let touched: number[];
    try {
      ({ outcomes, touched } = await this.#transact(batchWork, () => ({
        rootId,
        ballots,
        at: Date.now(),
        signer: this.#signer,
      })));
    } catch (error) {
      // When it is the store that failed, it fails for each of them: all are told at once, and send again.
      if (batch.length === 1 || error instanceof StoreFault) for (const { reject } of batch) reject(error);
      // One bad ballot must not harm the others of its turn: each is tried by itself.
      else for (const waiting of batch) await this.#store(rootId, [waiting]);
      return;
    }
    batch.forEach(({ ballot, resolve, reject }, i) => {
      const outcome = outcomes[i] ?? { refused: 'internal' };
      if ('refused' in outcome) reject(new Problem(outcome.refused));
      else resolve(recordFrom(ballot.row, outcome));
    });
    if (touched.length > 0) this.#published(touched);
  }
}

/** What a ballot is answered. @param kept its receipt and when it went in; before a version of ours, the whole answer */
function recordFrom(row: BallotRow, { receipt, at, promise }: Kept): AssemblyRecord {
  if (receipt.startsWith('{')) return JSON.parse(receipt);
  return recordOf({ ...row, choices: row.choices ?? null, receipt }, at, promise);
}

function rowOf(ballot: Ballot): BallotRow {
  return {
    joint_id: ballot.jointId,
    concept_id: ballot.conceptId,
    apartment_id: ballot.apartmentId,
    answer_id: ballot.answerId,
    holder: ballot.device?.holder ?? null,
    user_id: ballot.device?.userId ?? null,
    actor: ballot.actor,
    receipt: newReceipt(),
    ...(ballot.answerIds === undefined ? {} : { choices: ballot.answerIds.join(',') }),
  };
}
