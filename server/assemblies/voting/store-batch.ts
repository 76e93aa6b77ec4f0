import type { ErrorCode } from '../../../shared/errors.ts';
import type { VotePromise } from '../../../shared/evidence/promise.ts';
import type { PlainSigner } from '../../platform/audit/signing.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint, together } from '../../platform/db/engine.ts';
import type { StoreTransaction } from '../../platform/db/store-transactions.ts';
import type { Millis } from '../../platform/db/tables.ts';
import {
  findKeys,
  type KeptReply,
  type KnownKeys,
  keepReplies,
  type RequestKey,
} from '../../platform/http/idempotency.repository.ts';
import { stateOf } from '../../platform/http/idempotency.ts';
import { currentAssembly } from '../store/assembly.repository.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';
import { keepTally } from '../store/tally/kept-tally.repository.ts';
import { insertVotes, type VoteToStore, whyRefused } from './ballot-box.repository.ts';
import { voteInTrail } from './cast-votes.ts';
import { findPromise, promisesOf, treeOfPromises } from './promises.repository.ts';

/** Vote to store, with the idempotency key of the request. */
export interface KeyedVote {
  row: VoteToStore;
  key: RequestKey | null;
}

export interface Batch {
  rootId: number;
  keyedVotes: readonly KeyedVote[];
  at: Millis;
  /** Signs promises to include the votes in the audit trail; null or undefined: no promises. */
  signer?: PlainSigner | null;
}

/** Answer for a stored vote: receipt (for keys of an older version: the whole answer, as JSON) and time. */
export interface AnsweredVote {
  receipt: string;
  at: Millis;
  promise?: VotePromise;
}

/** Result for each vote of a batch: stored, or refused with an error code. */
export type Outcome = AnsweredVote | { refused: ErrorCode };

/**
 * Stores a batch of votes: inserts valid votes, repeats earlier answers, refuses the rest with a reason. Returns the
 * outcomes in the order of the votes, and the changed joints.
 */
export const voteBatchTransaction: StoreTransaction<Batch, { outcomes: Outcome[]; touched: number[] }> = {
  name: 'ballots',
  lane: 'votes',
  run: storeBatch,
};

async function storeBatch(trx: Db, { rootId, keyedVotes, at, signer = null }: Batch) {
  const keys = keyedVotes.flatMap(({ key }) => (key === null ? [] : [key]));
  const [, { assemblyId }, storedReplies, tree] = await together(
    trx,
    () => lockJoint(trx, rootId),
    () => currentAssembly(trx, rootId),
    () => findKeys(trx, keys, at),
    () => treeOfPromises(trx, rootId),
  );
  const outcomes = new Map<KeyedVote, Outcome>();
  const { fresh, followers } = sortByKey(keyedVotes, storedReplies, outcomes);

  const rows = fresh.map(({ row }) => row);
  const cast = rows.length === 0 ? [] : await insertVotes(trx, assemblyId, rows, at);
  const stored = new Set(cast.map(({ receipt }) => receipt));
  const replies: KeptReply[] = [];
  const refused: KeyedVote[] = [];
  for (const vote of fresh) {
    const { receipt } = vote.row;
    if (!stored.has(receipt)) {
      refused.push(vote);
      continue;
    }
    outcomes.set(vote, { receipt, at });
    // The key stores only the receipt, because the request has the rest of the answer: the key is half of the cost of
    // a vote.
    if (vote.key !== null) replies.push({ ...vote.key, reply: receipt, at });
  }
  if (refused.length > 0) {
    const reasons = await whyRefused(
      trx,
      assemblyId,
      refused.map(({ row }) => row),
    );
    refused.forEach((vote, i) => {
      outcomes.set(vote, { refused: reasons[i] ?? 'alreadyVoted' });
    });
  }
  for (const [follower, leader] of followers) {
    const isSame = follower.key?.bodyHash === leader.key?.bodyHash;
    outcomes.set(follower, (isSame ? outcomes.get(leader) : undefined) ?? REUSED);
  }
  const data = { assemblyId, votes: cast.map(voteInTrail) };
  if (signer !== null) {
    const made = promisesOf(tree, signer, { ...data, at });
    await addPromises(trx, { rootId, signer }, made, outcomes);
  }
  const inOrder = () => keyedVotes.map((vote) => outcomes.get(vote) ?? REUSED);
  if (cast.length === 0) return { outcomes: inOrder(), touched: [] };

  const votes = new Set(cast.map((vote) => vote.joint_id));
  const [, , , touched] = await together(
    trx,
    () => keepTally(trx, assemblyId, cast, 'stored'),
    () => keepReplies(trx, replies),
    () => appendAudit(trx, { chain: jointChain(rootId), actor: 'ballot-box', at }, 'votes', data),
    () => raiseRevisions(trx, { attendance: new Set(), concepts: new Set(), votes }),
  );
  return { outcomes: inOrder(), touched };
}

/**
 * Adds the signed promise to each answered vote: a new promise for a vote of this batch, else the first promise
 * again.
 */
async function addPromises(
  trx: Db,
  { rootId, signer }: { rootId: number; signer: PlainSigner },
  made: ReadonlyMap<string, VotePromise>,
  outcomes: Map<KeyedVote, Outcome>,
): Promise<void> {
  for (const [vote, outcome] of outcomes) {
    // Older versions stored the whole answer.
    if ('refused' in outcome || outcome.receipt.startsWith('{')) continue;
    const promise = made.get(outcome.receipt) ?? (await findPromise(trx, rootId, signer, outcome));
    if (promise !== undefined) outcomes.set(vote, { ...outcome, promise });
  }
}

const REUSED: Outcome = { refused: 'idempotencyKeyReused' };

/**
 * Answers repeated requests by idempotency key, and lets only the first of several requests with the same key pass.
 */
function sortByKey(
  keyedVotes: readonly KeyedVote[],
  found: KnownKeys,
  outcomes: Map<KeyedVote, Outcome>,
): { fresh: KeyedVote[]; followers: Map<KeyedVote, KeyedVote> } {
  const fresh: KeyedVote[] = [];
  const leaders = new Map<number, KeyedVote>();
  const followers = new Map<KeyedVote, KeyedVote>();
  for (const vote of keyedVotes) {
    const { key } = vote;
    if (key === null) {
      fresh.push(vote);
      continue;
    }
    const state = stateOf(found, key);
    const leader = leaders.get(key.keyHash);
    if (state.state === 'answered') outcomes.set(vote, { receipt: state.first.reply, at: state.first.at });
    else if (state.state === 'reused') outcomes.set(vote, REUSED);
    else if (leader !== undefined) followers.set(vote, leader);
    else {
      leaders.set(key.keyHash, vote);
      fresh.push(vote);
    }
  }
  return { fresh, followers };
}
