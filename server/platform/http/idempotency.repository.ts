import { sql } from 'kysely';
import { type ColumnType, type Db, jsonTable } from '../db/engine.ts';
import { readyQuery } from '../db/queries.ts';
import type { Millis } from '../db/tables.ts';
import { Problem } from './problem.ts';

/** Milliseconds until the answer stored for an idempotency key is deleted: a day, by the specification. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * Idempotency key of a request: a repeat with the same key gets the first answer instead of a second vote.
 * Stored as hashes of 53 bits (`hash53`), because texts would slow down votes.
 */
export interface RequestKey {
  /** Hash of the caller and the key. */
  keyHash: number;
  /** Hash of the request's content, to detect another request with the same key. */
  bodyHash: number;
}

/**
 * Record created by a request with an idempotency key, for example a vote. Deleting the record deletes the
 * stored answer too.
 */
export interface KeptRecord {
  /** Number of the assembly; null for a record outside of assemblies. */
  assemblyId: number | null;
  jointId: number | null;
  /** Number of the question; null for a record without a question. */
  conceptId: number | null;
  /** Id of the unit; null for several votes of a question. */
  apartmentId: string | null;
}

/**
 * Answer to store for a request with an idempotency key, together with the record created by the request.
 */
export interface KeptReply extends RequestKey, Partial<KeptRecord> {
  /** Answer as text. */
  reply: string;
  /** Time of the answer, epoch ms. */
  at: Millis;
}

/** Stored answer to an earlier request: hash of the request, answer and time. */
export type KnownReply = Pick<KeptReply, 'bodyHash' | 'reply' | 'at'>;

/**
 * Answers to earlier requests with an idempotency key. Key: hash of the idempotency key. Value: stored
 * answer.
 */
export type KnownKeys = ReadonlyMap<number, KnownReply>;

/**
 * Returns the stored answers to requests with an idempotency key, in the transaction of the requests.
 * Ignores and deletes expired answers.
 * @returns answers by hash of the key, the input of `keyState`
 */
export async function findKeys(trx: Db, keys: readonly RequestKey[], now: Millis): Promise<KnownKeys> {
  const replies = new Map<number, KnownReply>();
  if (keys.length === 0) return replies;
  const keyRows = keys.map(({ keyHash }) => ({ key_hash: keyHash }));
  const { rows } = await findReplies(trx, { keys: JSON.stringify(keyRows) });
  for (const { keyHash, ...kept } of rows) {
    if (kept.at >= now - KEY_LIFETIME_MS) replies.set(keyHash, kept);
    else await trx.deleteFrom('idempotency_key').where('key_hash', '=', keyHash).execute();
  }
  return replies;
}

const findReplies = readyQuery<{ keys: string }, KnownReply & { keyHash: number }>((trx, { keys }) =>
  trx
    .selectFrom(jsonTable<{ key_hash: number }>(trx, keys, { key_hash: 'bigint' }).as('r'))
    .innerJoin('idempotency_key as i', 'i.key_hash', 'r.key_hash')
    .select(['i.key_hash as keyHash', 'i.body_hash as bodyHash', 'i.reply', 'i.at']),
);

const briefTypes = { key_hash: 'bigint', body_hash: 'bigint', reply: 'text', at: 'bigint' } as const;
const wholeTypes = {
  ...briefTypes,
  assembly_id: 'integer',
  joint_id: 'integer',
  concept_id: 'integer',
  apartment_id: 'text',
} as const;

/**
 * Stores the answers to requests with idempotency keys, so a repeated request gets the first answer. The
 * lock of the joint, held by the caller, prevents two requests with the same key at once.
 */
export async function keepReplies(trx: Db, replies: readonly KeptReply[]): Promise<void> {
  if (replies.length === 0) return;
  const rows = replies.map((reply) => ({
    key_hash: reply.keyHash,
    body_hash: reply.bodyHash,
    reply: reply.reply,
    at: reply.at,
    assembly_id: reply.assemblyId,
    joint_id: reply.jointId,
    concept_id: reply.conceptId,
    apartment_id: reply.apartmentId,
  }));
  // Votes, hundreds at a time, never name a record.
  const isBrief = replies.every(({ assemblyId }) => assemblyId === undefined);
  const { numAffectedRows } = await (isBrief ? insertBrief : insertWhole)(trx, {
    rows: JSON.stringify(rows),
  });
  if (Number(numAffectedRows) !== replies.length) throw new Problem('idempotencyKeyReused');
}

const insertKeys = (types: Readonly<Record<string, ColumnType>>) =>
  readyQuery<{ rows: string }>((trx, { rows }) => {
    const names = sql.join(Object.keys(types).map((name) => sql.ref(name)));
    return sql`
      insert into idempotency_key (${names}) select ${names} from ${jsonTable(trx, rows, types)} as r where true
      on conflict do nothing`;
  });
const insertBrief = insertKeys(briefTypes);
const insertWhole = insertKeys(wholeTypes);

/**
 * Deletes the answers stored for idempotency keys more than a day ago. Runs regularly.
 * @param now current time, epoch ms
 */
export async function dropOldKeys(db: Db, now: Millis): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('at', '<', now - KEY_LIFETIME_MS)
    .execute();
}
