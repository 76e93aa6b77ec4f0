import { randomBytes } from 'node:crypto';
import type { HeadMoment } from '../../../shared/evidence/head.ts';
import type { Db } from '../db/engine.ts';
import { inSlices } from '../db/queries.ts';
import type { Millis } from '../db/tables.ts';
import type { StoredEntry } from './trail.repository.ts';

/** Stored signed checkpoint (head) of a chain. */
export interface StoredHead {
  size: number;
  moment: HeadMoment;
  at: Millis;
  epoch: number;
  /** Key of the signature, as a line. */
  key: string;
  note: string;
}

const heads = (db: Db, chain: string) =>
  db
    .selectFrom('audit_head')
    .select(['size', 'moment', 'at', 'epoch', 'key', 'note'])
    .where('chain', '=', chain);

/** Heads of a chain, oldest first. */
export const readHeads = (db: Db, chain: string): Promise<StoredHead[]> =>
  heads(db, chain).orderBy('size').execute();

/** Newest head of a chain. Undefined without a head. */
export const newestHead = (db: Db, chain: string): Promise<StoredHead | undefined> =>
  heads(db, chain).orderBy('size', 'desc').limit(1).executeTakeFirst();

/** Right edge of the tree at the newest head: hexadecimal hashes. */
export async function newestEdge(db: Db, chain: string): Promise<{ size: number; edge: string[] }> {
  const row = await db
    .selectFrom('audit_head')
    .select(['size', 'edge'])
    .where('chain', '=', chain)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { size: row?.size ?? 0, edge: row === undefined ? [] : JSON.parse(row.edge) };
}

/** Returns name (origin) and salt of a chain's tree. Creates the tree if missing. */
export async function treeOf(
  trx: Db,
  chain: string,
  origin: string,
): Promise<{ origin: string; salt: string }> {
  const storedTree = await findTree(trx, chain);
  if (storedTree !== undefined) return storedTree;
  const made = { origin, salt: randomBytes(32).toString('hex') };
  await trx
    .insertInto('audit_tree')
    .values({ chain, ...made })
    .execute();
  return made;
}

/** Undefined for a chain without heads. */
export const findTree = (db: Db, chain: string) =>
  db.selectFrom('audit_tree').select(['origin', 'salt']).where('chain', '=', chain).executeTakeFirst();

/** Entries of a chain after `seq`, all or at most `most`. */
export function readEntriesAfter(db: Db, chain: string, seq: number, most?: number): Promise<StoredEntry[]> {
  const query = db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', '>', seq)
    .orderBy('seq');
  return (most === undefined ? query : query.limit(most)).execute();
}

export async function insertHead(
  trx: Db,
  chain: string,
  head: StoredHead & { edge: readonly string[] },
  leaves: readonly { seq: number; hash: string }[],
): Promise<void> {
  await inSlices(leaves, 200, (some) =>
    trx
      .insertInto('audit_leaf')
      .values(some.map((leaf) => ({ chain, ...leaf })))
      .execute(),
  );
  await trx
    .insertInto('audit_head')
    .values({ chain, ...head, edge: JSON.stringify(head.edge) })
    .execute();
}

/** Hashes of the first leaves of a tree, hexadecimal. */
export async function readLeaves(db: Db, chain: string, size: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_leaf')
    .select('hash')
    .where('chain', '=', chain)
    .where('seq', '<=', size)
    .orderBy('seq')
    .execute();
  return rows.map(({ hash }) => hash);
}

/** Epoch of the store, as named in heads. */
export interface EpochFacts {
  number: number;
  beganAt: Millis;
  /** Time of the restored copy. Null for the first epoch. */
  copiedAt: Millis | null;
  reason: string | null;
}

/** Epochs of the store, newest first. */
export const readEpochs = (db: Db): Promise<EpochFacts[]> =>
  db
    .selectFrom('store_epoch')
    .select(['number', 'began_at as beganAt', 'copied_at as copiedAt', 'reason'])
    .orderBy('number', 'desc')
    .execute();
