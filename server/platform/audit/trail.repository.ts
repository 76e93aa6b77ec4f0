import type { Db } from '../db/engine.ts';
import { readyQuery } from '../db/queries.ts';
import type { Millis } from '../db/tables.ts';
import { type AuditEntry, GENESIS, hashEntry } from './entry.ts';

/**
 * Last entry of an audit chain at the time of reading. Reports print number and hash of the entry, to
 * reveal a later change of an earlier entry.
 */
export interface TrailEnd {
  /** Name of the chain: 'joint:3'. */
  chain: string;
  /** Number of entries in the chain. */
  entries: number;
  /** Hash of the last entry, hexadecimal. */
  lastHash: string;
}

/** Returns the number of entries and the last hash of an audit chain. The hash of an empty chain is GENESIS. */
export async function readTrailEnd(db: Db, chain: string): Promise<TrailEnd> {
  const [last] = (await lastEntry(db, { chain })).rows;
  return { chain, entries: last?.seq ?? 0, lastHash: last?.hash ?? GENESIS };
}

const lastEntry = readyQuery<{ chain: string }, { seq: number; hash: string }>((db, { chain }) =>
  db
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .orderBy('seq', 'desc')
    .limit(1),
);

/**
 * Returns number and hash of a chain's entry `seq`, as if the chain ended there. For reports about a past
 * moment.
 * @throws Error if the entry is missing
 */
export async function readTrailAt(db: Db, chain: string, seq: number): Promise<TrailEnd> {
  const entry = await db
    .selectFrom('audit_entry')
    .select('hash')
    .where('chain', '=', chain)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  return { chain, entries: seq, lastHash: entry.hash };
}

/**
 * Stores an audit entry with the entry's hash, computed from the fields and from the hash of the entry
 * before.
 */
export async function insertEntry(trx: Db, entry: AuditEntry): Promise<void> {
  await insertHashed(trx, { ...entry, hash: hashEntry(entry) });
}

const insertHashed = readyQuery<StoredEntry>(
  (trx, { chain, seq, at, actor, act, data, previous_hash, hash }) =>
    trx.insertInto('audit_entry').values({ chain, seq, at, actor, act, data, previous_hash, hash }),
);

/** Returns the names of all audit chains. */
export async function listChains(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_entry').select('chain').distinct().orderBy('chain').execute();
  return rows.map(({ chain }) => chain);
}

/** Audit entry with the stored hash. */
export interface StoredEntry extends AuditEntry {
  hash: string;
}

/** Returns all entries of an audit chain, oldest first. */
export function readChain(db: Db, chain: string): Promise<StoredEntry[]> {
  return db.selectFrom('audit_entry').selectAll().where('chain', '=', chain).orderBy('seq').execute();
}

/** Returns the entries of a chain with a name at an instant (epoch ms), in order. */
export const readEntriesAt = (
  db: Db,
  { chain, act, at }: { chain: string; act: string; at: Millis },
): Promise<StoredEntry[]> =>
  db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', chain)
    .where('act', '=', act)
    .where('at', '=', at)
    .orderBy('seq')
    .execute();

/**
 * Returns name and instant (epoch ms) of the last act of an author in a chain, not older than `since` (epoch ms).
 * Undefined without an act.
 * @param actor author as stored: 'user:12'
 */
export const readLastEntryBy = (
  db: Db,
  { chain, actor, since }: { chain: string; actor: string; since: Millis },
): Promise<{ act: string; at: Millis } | undefined> =>
  db
    .selectFrom('audit_entry')
    .select(['act', 'at'])
    .where('chain', '=', chain)
    .where('actor', '=', actor)
    .where('at', '>=', since)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
