import { sql } from 'kysely';
import { type Db, jsonTable } from '../db/engine.ts';
import type { Millis } from '../db/tables.ts';
import { Problem } from './problem.ts';

/** How long an answer is kept for a repeat of its request (the specification's fine print: a day). */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** A request's `Idempotency-Key` with whose it is and what was asked. */
export interface RequestKey {
  actor: string;
  key: string;
  bodyHash: string;
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

/** Keys that were answered for, by `keyName`. */
export type KnownKeys = ReadonlyMap<string, KnownReply>;

export const keyName = (key: Pick<RequestKey, 'actor' | 'key'>): string => `${key.actor}\n${key.key}`;

/**
 * Looks up keys, in the transaction of what they answer for. Keys past their day are dropped on the way.
 * @returns what `stateOf` compares each request with: two of one key may ask different things at once
 */
export async function findKeys(trx: Db, keys: readonly RequestKey[], now: Millis): Promise<KnownKeys> {
  const known = new Map<string, KnownReply>();
  if (keys.length === 0) return known;
  const asked = keys.map(({ actor, key }) => ({ actor, key }));
  const rows = await trx
    .selectFrom(jsonTable<{ actor: string; key: string }>(trx, asked, { actor: 'text', key: 'text' }).as('r'))
    .innerJoin('idempotency_key as i', (join) =>
      join.onRef('i.actor', '=', 'r.actor').onRef('i.key', '=', 'r.key'),
    )
    .select(['i.actor', 'i.key', 'i.body_hash', 'i.reply', 'i.at'])
    .execute();
  for (const row of rows) {
    if (row.at < now - KEY_LIFETIME_MS) {
      await trx
        .deleteFrom('idempotency_key')
        .where('actor', '=', row.actor)
        .where('key', '=', row.key)
        .execute();
    } else known.set(keyName(row), { bodyHash: row.body_hash, reply: row.reply, at: row.at });
  }
  return known;
}

const replyTypes = {
  actor: 'text',
  key: 'text',
  body_hash: 'text',
  reply: 'text',
  at: 'bigint',
  assembly_id: 'integer',
  joint_id: 'integer',
  concept_id: 'integer',
  apartment_id: 'text',
} as const;
const replyColumns = Object.keys(replyTypes) as (keyof typeof replyTypes)[];

/**
 * Keeps successful answers. The joint's turn keeps two requests of one joint apart; the same key arriving for
 * another joint at the same moment is another request's.
 */
export async function keepReplies(trx: Db, replies: readonly KeptReply[]): Promise<void> {
  if (replies.length === 0) return;
  const rows = replies.map((reply) => ({
    actor: reply.actor,
    key: reply.key,
    body_hash: reply.bodyHash,
    reply: reply.reply,
    at: reply.at,
    assembly_id: reply.assemblyId,
    joint_id: reply.jointId,
    concept_id: reply.conceptId,
    apartment_id: reply.apartmentId,
  }));
  const kept = await trx
    .insertInto('idempotency_key')
    .columns(replyColumns)
    .expression((eb) =>
      eb
        .selectFrom(jsonTable<(typeof rows)[number]>(trx, rows, replyTypes).as('r'))
        .select(replyColumns)
        // SQLite takes what follows a table for a join's ON, unless there is a WHERE between them.
        .where(sql<boolean>`true`),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .execute();
  if (kept.length !== replies.length) throw new Problem('idempotencyKeyReused');
}

/** Drops keys past their day; run now and then, so that the table holds a day's worth. */
export async function dropOldKeys(db: Db, now: Millis): Promise<void> {
  await db
    .deleteFrom('idempotency_key')
    .where('at', '<', now - KEY_LIFETIME_MS)
    .execute();
}
