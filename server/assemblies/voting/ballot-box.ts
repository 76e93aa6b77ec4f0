import type { AssemblyRecord } from '../../../shared/assemblies/votes.api.ts';
import type { OwnerDevice } from '../../accounts/index.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint, together } from '../../platform/db/engine.ts';
import { StoreFault } from '../../platform/db/store-fault.ts';
import type { Millis } from '../../platform/db/tables.ts';
import {
  findKeys,
  type KeptReply,
  type KnownKeys,
  type KnownReply,
  keepReplies,
  type RequestKey,
} from '../../platform/http/idempotency.repository.ts';
import { stateOf } from '../../platform/http/idempotency.ts';
import { Problem } from '../../platform/http/problem.ts';
import { currentAssembly } from '../store/assembly.repository.ts';
import { keepTally } from '../store/kept-tally.repository.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';
import { type BallotRow, insertBallots, whyRefused } from './ballot-box.repository.ts';
import { newReceipt, recordOf, voteInTrail } from './cast-votes.ts';

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
  ballot: Ballot;
  receipt: string;
  resolve: (record: AssemblyRecord) => void;
  reject: (reason: unknown) => void;
}

type Verdict = { record: AssemblyRecord } | { problem: Problem };

/** More than this waiting in one joint means that the store cannot keep up: better told than timed out. */
const MAX_WAITING = 20_000;
/** A batch's size: its transaction must stay short, since everything else of the joint waits for it. */
const MAX_BATCH = 500;

/**
 * The ballot box. Votes that arrive in one turn of the event loop are stored in one short transaction, and
 * each caller is answered after its commit. The store's key and the checks inside the transaction decide; the
 * box itself remembers nothing, so nothing is lost with it and two processes cannot disagree.
 */
export class BallotBox {
  readonly #db: Db;
  readonly #published: (jointIds: readonly number[]) => void;
  readonly #queues = new Map<number, Waiting[]>();
  readonly #working = new Set<number>();

  constructor(db: Db, published: (jointIds: readonly number[]) => void) {
    this.#db = db;
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
      queue.push({ ballot, receipt: newReceipt(), resolve, reject });
      if (!this.#working.has(rootId)) {
        this.#working.add(rootId);
        setImmediate(() => void this.#empty(rootId));
      }
    });
  }

  /** Stores batch after batch until nothing waits; meanwhile new ballots gather for the next one. */
  async #empty(rootId: number): Promise<void> {
    for (;;) {
      const batch = (this.#queues.get(rootId) ?? []).splice(0, MAX_BATCH);
      if (batch.length === 0) break;
      await this.#store(rootId, batch);
      // Lets requests in that arrived meanwhile, so that they gather instead of trickling.
      await new Promise((resolve) => setImmediate(resolve));
    }
    this.#queues.delete(rootId);
    this.#working.delete(rootId);
  }

  async #store(rootId: number, batch: readonly Waiting[]): Promise<void> {
    let verdicts: Map<Waiting, Verdict>;
    let touched: number[];
    try {
      ({ verdicts, touched } = await this.#db
        .transaction()
        .execute((trx) => storeBatch(trx, rootId, batch, Date.now())));
    } catch (error) {
      // When it is the store that failed, it fails for each of them: all are told at once, and send again.
      if (batch.length === 1 || error instanceof StoreFault) for (const { reject } of batch) reject(error);
      // One bad ballot must not harm the others of its turn: each is tried by itself.
      else for (const waiting of batch) await this.#store(rootId, [waiting]);
      return;
    }
    for (const [waiting, verdict] of verdicts) {
      if ('record' in verdict) waiting.resolve(verdict.record);
      else waiting.reject(verdict.problem);
    }
    if (touched.length > 0) this.#published(touched);
  }
}

/** One transaction's worth: what goes in, what was answered before, and why the rest is refused. */
async function storeBatch(trx: Db, rootId: number, batch: readonly Waiting[], at: Millis) {
  const keys = batch.flatMap(({ ballot }) => (ballot.key === null ? [] : [ballot.key]));
  const [, { assemblyId }, known] = await together(
    trx,
    () => lockJoint(trx, rootId),
    () => currentAssembly(trx, rootId),
    () => findKeys(trx, keys, at),
  );
  const verdicts = new Map<Waiting, Verdict>();
  const { fresh, followers } = sortByKey(batch, known, verdicts);

  const cast = fresh.length === 0 ? [] : await insertBallots(trx, assemblyId, fresh.map(rowOf), at);
  const stored = new Map(cast.map((vote) => [vote.receipt, vote]));
  const replies: KeptReply[] = [];
  const refused: Waiting[] = [];
  for (const waiting of fresh) {
    const vote = stored.get(waiting.receipt);
    if (vote === undefined) {
      refused.push(waiting);
      continue;
    }
    const { key } = waiting.ballot;
    verdicts.set(waiting, { record: recordOf(vote, at) });
    // All else of the answer is in the request itself: half of what a vote with a key costs the store is its key.
    if (key !== null) replies.push({ ...key, reply: vote.receipt, at });
  }
  if (refused.length > 0) {
    const reasons = await whyRefused(trx, assemblyId, refused.map(rowOf));
    refused.forEach((waiting, i) => {
      verdicts.set(waiting, { problem: new Problem(reasons[i] ?? 'alreadyVoted') });
    });
  }
  for (const [waiting, leader] of followers) {
    verdicts.set(waiting, verdictOfFollower(waiting, leader, verdicts.get(leader)));
  }
  if (cast.length === 0) return { verdicts, touched: [] };

  const data = { assemblyId, votes: cast.map(voteInTrail) };
  const votes = new Set(cast.map((vote) => vote.joint_id));
  const [, , , touched] = await together(
    trx,
    () => keepTally(trx, assemblyId, cast, 'stored'),
    () => keepReplies(trx, replies),
    () => appendAudit(trx, { chain: jointChain(rootId), actor: 'ballot-box', at }, 'votes', data),
    () => raiseRevisions(trx, { attendance: new Set(), concepts: new Set(), votes }),
  );
  return { verdicts, touched };
}

/** Answers repeats of answered requests, and lets one request go ahead where the same key came twice. */
function sortByKey(
  batch: readonly Waiting[],
  found: KnownKeys,
  verdicts: Map<Waiting, Verdict>,
): { fresh: Waiting[]; followers: Map<Waiting, Waiting> } {
  const fresh: Waiting[] = [];
  const leaders = new Map<number, Waiting>();
  const followers = new Map<Waiting, Waiting>();
  for (const waiting of batch) {
    const { key } = waiting.ballot;
    if (key === null) {
      fresh.push(waiting);
      continue;
    }
    const state = stateOf(found, key);
    const leader = leaders.get(key.keyHash);
    if (state.state === 'answered')
      verdicts.set(waiting, { record: firstAnswer(waiting.ballot, state.first) });
    else if (state.state === 'reused')
      verdicts.set(waiting, { problem: new Problem('idempotencyKeyReused') });
    else if (leader !== undefined) followers.set(waiting, leader);
    else {
      leaders.set(key.keyHash, waiting);
      fresh.push(waiting);
    }
  }
  return { fresh, followers };
}

/** The answer that the first of several equal requests got. @param reply its receipt; before a version of ours, the whole answer */
function firstAnswer(ballot: Ballot, { reply, at }: KnownReply): AssemblyRecord {
  if (reply.startsWith('{')) return JSON.parse(reply);
  const { joint_id, concept_id, apartment_id, answer_id, choices = null } = rowOf({ ballot, receipt: reply });
  return recordOf({ joint_id, concept_id, apartment_id, answer_id, choices, receipt: reply }, at);
}

function verdictOfFollower(follower: Waiting, leader: Waiting, verdict: Verdict | undefined): Verdict {
  const same = follower.ballot.key?.bodyHash === leader.ballot.key?.bodyHash;
  if (same && verdict !== undefined) return verdict;
  return { problem: new Problem('idempotencyKeyReused') };
}

function rowOf({ ballot, receipt }: Pick<Waiting, 'ballot' | 'receipt'>): BallotRow {
  return {
    joint_id: ballot.jointId,
    concept_id: ballot.conceptId,
    apartment_id: ballot.apartmentId,
    answer_id: ballot.answerId,
    holder: ballot.device?.holder ?? null,
    user_id: ballot.device?.userId ?? null,
    actor: ballot.actor,
    receipt,
    ...(ballot.answerIds === undefined ? {} : { choices: ballot.answerIds.join(',') }),
  };
}
