import { sql } from 'kysely';
import { type Db, jsonTable } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import { Problem } from './problem.ts';

/** How long an answer is kept for a repeat of its request (the specification's fine print: a day). */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/**
 * A request's `Idempotency-Key` with whose it is, and what was asked, each by its hash (`hash53`): the row of a vote's key was
 * most of what the vote cost the store while it was written out.
 */
export interface RequestKey {
  keyHash: number;
  bodyHash: number;
}

/** The record that a key answered for; without a unit, several records of a concept, told by their receipts. */
export interface KeptRecord {
  assemblyId: number | null;
  jointId: number | null;
  conceptId: number | null;
  apartmentId: string | null;
}

/** A row to keep: the key, its answer, and the record that it answered for, where the key ends with it by its name. */
export interface KeptReply extends RequestKey, Partial<KeptRecord> {
  reply: string;
  at: Millis;
}

/** An answer that is kept: what was asked, what was answered and when. */
export type KnownReply = Pick<KeptReply, 'bodyHash' | 'reply' | 'at'>;

/** Keys that were answered for, by their hash. */
export type KnownKeys = ReadonlyMap<number, KnownReply>;

/**
 * Looks up keys, in the transaction of what they answer for. Keys past their day are dropped on the way.
 * @returns what `stateOf` compares each request with: two of one key may ask different things at once
 */
export async function findKeys(trx: Db, keys: readonly RequestKey[], now: Millis): Promise<KnownKeys> {
  const known = new Map<number, KnownReply>();
  if (keys.length === 0) return known;
  const asked = keys.map(({ keyHash }) => ({ key_hash: keyHash }));
  const rows = await trx
    .selectFrom(jsonTable<{ key_hash: number }>(trx, asked, { key_hash: 'bigint' }).as('r'))
    .innerJoin('idempotency_key as i', 'i.key_hash', 'r.key_hash')
    .select(['i.key_hash as keyHash', 'i.body_hash as bodyHash', 'i.reply', 'i.at'])
    .execute();
  for (const { keyHash, ...kept } of rows) {
    if (kept.at >= now - KEY_LIFETIME_MS) known.set(keyHash, kept);
    else await trx.deleteFrom('idempotency_key').where('key_hash', '=', keyHash).execute();
  }
  return known;
}

const briefTypes = { key_hash: 'bigint', body_hash: 'bigint', reply: 'text', at: 'bigint' } as const;
const wholeTypes = {
  ...briefTypes,
  assembly_id: 'integer',
  joint_id: 'integer',
  concept_id: 'integer',
  apartment_id: 'text',
} as const;

/**
 * Keeps successful answers. The joint's turn keeps two requests of one joint apart; the same key arriving for
 * another joint at the same moment is another request's.
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
  // Of votes, which come by the hundred, none names a record.
  const isBrief = replies.every(({ assemblyId }) => assemblyId === undefined);
  const names = sql.join(Object.keys(isBrief ? briefTypes : wholeTypes).map((name) => sql.ref(name)));
  const those = isBrief
    ? jsonTable<Record<keyof typeof briefTypes, unknown>>(trx, rows, briefTypes)
    : jsonTable(trx, rows, wholeTypes);
  const { numAffectedRows } = await sql`
    insert into idempotency_key (${names}) select ${names} from ${those} as r where true on conflict do nothing
  `.execute(trx);
  if (Number(numAffectedRows) !== replies.length) throw new Problem('idempotencyKeyReused');
}

/** Drops keys past their day; run now and then, so that the table holds a day's worth. */
export async function dropOldKeys(db: Db, now: Millis): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('at', '<', now - KEY_LIFETIME_MS)
    .execute();
}
