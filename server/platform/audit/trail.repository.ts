import type { Db } from '../db/engine.ts';
import { type AuditEntry, GENESIS, hashEntry } from './entry.ts';

/** Where a chain stood when it was read: printed on reports, so that a changed past shows. */
export interface TrailEnd {
  chain: string;
  entries: number;
  lastHash: string;
}

/** A chain that holds nothing ends with GENESIS. */
export async function readTrailEnd(db: Db, chain: string): Promise<TrailEnd> {
  const last = await db
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { chain, entries: last?.seq ?? 0, lastHash: last?.hash ?? GENESIS };
}

/** Where a chain stood right after one of its entries. @throws Error where it has no such entry */
export async function readTrailAt(db: Db, chain: string, seq: number): Promise<TrailEnd> {
  const entry = await db
    .selectFrom('audit_entry')
    .select('hash')
    .where('chain', '=', chain)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow();
  return { chain, entries: seq, lastHash: entry.hash };
}

/** Stores an entry with its hash. */
export async function insertEntry(trx: Db, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_entry')
    .values({ ...entry, hash: hashEntry(entry) })
    .execute();
}

/** The names of all chains. */
export async function listChains(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('audit_entry').select('chain').distinct().orderBy('chain').execute();
  return rows.map(({ chain }) => chain);
}

/** An entry as stored. */
export interface StoredEntry extends AuditEntry {
  hash: string;
}

/** The entries of a chain, oldest first. */
export function readChain(db: Db, chain: string): Promise<StoredEntry[]> {
  return db.selectFrom('audit_entry').selectAll().where('chain', '=', chain).orderBy('seq').execute();
}
