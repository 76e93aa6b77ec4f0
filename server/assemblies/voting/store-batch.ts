import type { ErrorCode } from '../../../shared/errors.ts';
import type { VotePromise } from '../../../shared/evidence/promise.ts';
import type { PlainSigner } from '../../platform/audit/signing.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import type { StoreTransaction } from '../../platform/db/store-transactions.ts';
import type { Millis } from '../../platform/db/tables.ts';
import {
  findKeys,
  type KeptReply,
  type KnownKeys,
  keepReplies,
} from '../../platform/http/idempotency.repository.ts';
import { keyState } from '../../platform/http/idempotency.ts';
import { currentAssembly } from '../store/assembly.repository.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';
import { keepTally } from '../store/tally/kept-tally.repository.ts';
import { type CastVote, insertAllOrNone, insertVotes, whyRefused } from './ballot-box.repository.ts';
import type { Batch, KeyedVotes, Outcome, StoredBatch } from './batch.types.ts';
import { voteInTrail } from './cast-votes.ts';
import { findPromises, promisesOf, treeOfPromises } from './promises.repository.ts';
import { storeUsualBatch } from './usual-batch.repository.ts';

/** Returns the receipts of the votes in a stored answer to a repeated request. */
export const receiptsOf = (reply: string): string[] => (reply.startsWith('[') ? JSON.parse(reply) : [reply]);

/** Stores a batch of votes: inserts valid votes, repeats earlier answers, refuses the rest with a reason. */
export const voteBatchTransaction: StoreTransaction<Batch, StoredBatch> = {
  name: 'ballots',
  lane: 'votes',
  run: storeBatch,
  runUsual: storeUsualBatch,
};

async function storeBatch(trx: Db, { rootId, requests, at, signer = null }: Batch): Promise<StoredBatch> {
  const keys = requests.flatMap(({ key }) => (key === null ? [] : [key]));
  await lockJoint(trx, rootId);
  const { assemblyId } = await currentAssembly(trx, rootId);
  const storedReplies = await findKeys(trx, keys, at);
  const tree = await treeOfPromises(trx, rootId);
  const outcomes = new Map<KeyedVotes, Outcome>();
  const { fresh, followers } = sortByKey(requests, storedReplies, outcomes);

  const cast: CastVote[] = [];
  const entries: { actor: string; data: { assemblyId: number; votes: unknown[][] } }[] = [];
  for (const part of voteParts(fresh)) {
    const stored = await storePart(trx, { assemblyId, at }, part, outcomes);
    if (stored.length === 0) continue;
    cast.push(...stored);
    entries.push({ actor: actorOf(part), data: { assemblyId, votes: stored.map(voteInTrail) } });
  }
  for (const [follower, leader] of followers) {
    const isSame = follower.key?.bodyHash === leader.key?.bodyHash;
    outcomes.set(follower, (isSame ? outcomes.get(leader) : undefined) ?? REUSED);
  }
  if (signer !== null) {
    const made = entries.flatMap(({ data }) => [...promisesOf(tree, signer, { ...data, at })]);
    await addPromises(trx, { rootId, signer }, new Map(made), outcomes);
  }
  const inOrder = () => requests.map((request) => outcomes.get(request) ?? REUSED);
  if (cast.length === 0) return { outcomes: inOrder(), touched: [] };

  const replies = fresh.flatMap((request) => repliesOf(request, outcomes.get(request), assemblyId));
  const votes = new Set(cast.map((vote) => vote.joint_id));
  await keepTally(trx, assemblyId, cast, 'stored');
  await keepReplies(trx, replies);
  for (const { actor, data } of entries)
    await appendAudit(trx, { chain: jointChain(rootId), actor, at }, 'votes', data);
  const touched = await raiseRevisions(trx, { attendance: new Set(), concepts: new Set(), votes });
  return { outcomes: inOrder(), touched };
}

/** Parts of a batch, each inserted in one statement with one audit entry: all single votes, and each split vote. */
function voteParts(fresh: readonly KeyedVotes[]): KeyedVotes[][] {
  const singles = fresh.filter(({ isSplit }) => !isSplit);
  const splits = fresh.filter(({ isSplit }) => isSplit).map((split) => [split]);
  return singles.length === 0 ? splits : [singles, ...splits];
}

const actorOf = ([request]: readonly KeyedVotes[]): string =>
  (request?.isSplit === true ? request.rows[0]?.actor : undefined) ?? 'ballot-box';

/** Inserts a part of a batch and sets the outcomes. Returns the stored votes. */
async function storePart(
  trx: Db,
  { assemblyId, at }: { assemblyId: number; at: Millis },
  part: readonly KeyedVotes[],
  outcomes: Map<KeyedVotes, Outcome>,
): Promise<CastVote[]> {
  const rows = part.flatMap((request) => request.rows);
  const isSplit = part.some((request) => request.isSplit);
  const cast = await (isSplit ? insertAllOrNone : insertVotes)(trx, assemblyId, rows, at);
  const valid = new Set(cast.map(({ receipt }) => receipt));
  const refused = rows.filter(({ receipt }) => !valid.has(receipt));
  const reasons = refused.length === 0 ? [] : await whyRefused(trx, assemblyId, refused);
  const codes = new Map(refused.map(({ receipt }, i) => [receipt, reasons[i] ?? 'alreadyVoted']));
  for (const request of part) outcomes.set(request, outcomeOf(request, codes, at));
  return isSplit && refused.length > 0 ? [] : cast;
}

/** @param codes error codes of the refused votes, by receipt */
function outcomeOf(
  { rows, isSplit }: KeyedVotes,
  codes: ReadonlyMap<string, ErrorCode>,
  at: Millis,
): Outcome {
  const units = rows.flatMap(({ receipt, apartment_id: apartmentId }) => {
    const code = codes.get(receipt);
    return code === undefined ? [] : [{ apartmentId, code }];
  });
  const [first] = units;
  if (first !== undefined) return isSplit ? { refused: 'votesRefused', units } : { refused: first.code };
  const receipts = rows.map(({ receipt }) => receipt);
  return { reply: isSplit ? JSON.stringify(receipts) : (receipts[0] ?? ''), at };
}

/**
 * Answer to store with the key of a request: only the receipts, because the request has the rest of the answer. The
 * key is half of the cost of a vote. The key of a split vote names the question: annulling any of the votes deletes
 * the key, found by receipt.
 */
function repliesOf(
  { rows, key, isSplit }: KeyedVotes,
  outcome: Outcome | undefined,
  assemblyId: number,
): KeptReply[] {
  if (key === null || outcome === undefined || 'refused' in outcome) return [];
  const { reply, at } = outcome;
  const [first] = rows;
  if (!isSplit || first === undefined) return [{ ...key, reply, at }];
  const { joint_id: jointId, concept_id: conceptId } = first;
  return [{ ...key, reply, at, assemblyId, jointId, conceptId, apartmentId: null }];
}

/**
 * Adds the signed promises to each answer: new promises for votes of this batch, else the first promises again.
 */
async function addPromises(
  trx: Db,
  { rootId, signer }: { rootId: number; signer: PlainSigner },
  made: ReadonlyMap<string, VotePromise>,
  outcomes: Map<KeyedVotes, Outcome>,
): Promise<void> {
  for (const [request, outcome] of outcomes) {
    if ('refused' in outcome) continue;
    const { reply, at } = outcome;
    const receipts = receiptsOf(reply);
    const [receipt] = receipts;
    if (receipt === undefined) continue;
    const promises = made.has(receipt) ? made : await findPromises(trx, rootId, signer, { receipt, at });
    outcomes.set(request, { ...outcome, promises: receipts.map((of) => promises.get(of)) });
  }
}

const REUSED: Outcome = { refused: 'idempotencyKeyReused' };

/**
 * Answers repeated requests by idempotency key, and lets only the first of several requests with the same key pass.
 */
function sortByKey(
  requests: readonly KeyedVotes[],
  found: KnownKeys,
  outcomes: Map<KeyedVotes, Outcome>,
): { fresh: KeyedVotes[]; followers: Map<KeyedVotes, KeyedVotes> } {
  const fresh: KeyedVotes[] = [];
  const leaders = new Map<number, KeyedVotes>();
  const followers = new Map<KeyedVotes, KeyedVotes>();
  for (const request of requests) {
    const { key } = request;
    if (key === null) {
      fresh.push(request);
      continue;
    }
    const state = keyState(found, key);
    const leader = leaders.get(key.keyHash);
    if (state.state === 'answered') outcomes.set(request, { reply: state.first.reply, at: state.first.at });
    else if (state.state === 'reused') outcomes.set(request, REUSED);
    else if (leader !== undefined) followers.set(request, leader);
    else {
      leaders.set(key.keyHash, request);
      fresh.push(request);
    }
  }
  return { fresh, followers };
}
