import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { HeadMoment } from '../../../shared/evidence/head.ts';
import type { LeafRange } from '../../../shared/evidence/merkle.ts';
import type { Db } from '../db/engine.ts';
import { inSlices, readyQuery } from '../db/queries.ts';
import type { Millis } from '../db/tables.ts';
import type { StoredEntry } from './trail.repository.ts';

/**
 * Signed head of an audit chain as stored: a signature over all entries of the chain at a moment, for
 * example at the closing of an assembly. Later changes of signed entries contradict the head.
 */
export interface StoredHead {
  /** Number of signed entries. */
  size: number;
  /** Occasion of the signature, for example the opening or the closing of an assembly. */
  moment: HeadMoment;
  /** Time of the signature, epoch ms. */
  at: Millis;
  /** Number of the epoch: 1, raised by each restore of a backup. */
  epoch: number;
  /** Public key of the signature, as a line of text. */
  key: string;
  /** Signed text, followed by the signature. */
  note: string;
}

const heads = (db: Db, chain: string) =>
  db
    .selectFrom('audit_head')
    .select(['size', 'moment', 'at', 'epoch', 'key', 'note'])
    .where('chain', '=', chain);

/** Returns the signed heads (signed states) of an audit chain, oldest first. */
export const readHeads = (db: Db, chain: string): Promise<StoredHead[]> =>
  heads(db, chain).orderBy('size').execute();

/** Returns the newest signed head (signed state) of an audit chain; undefined without any. */
export const newestHead = (db: Db, chain: string): Promise<StoredHead | undefined> =>
  heads(db, chain).orderBy('size', 'desc').limit(1).executeTakeFirst();

/** Returns the number of entries under the newest signed head of an audit chain; 0 without a head. */
export async function newestHeadSize(db: Db, chain: string): Promise<number> {
  const { rows } = await sql<{ size: number | null }>`
    select max(size) as size from audit_head where chain = ${chain}`.execute(db);
  return rows[0]?.size ?? 0;
}

/**
 * Returns the state needed to continue a chain's hash tree after the newest signed head: the number of
 * entries in the tree, and the hashes (hexadecimal) of the tree's complete subtrees. Returns size 0 and no
 * hashes for a chain without a head.
 */
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

/**
 * Returns the name (`origin`) and the salt of a chain's hash tree; creates and stores both for a chain
 * without a tree. The salt is mixed into published hashes, against guessing secret codes from the hashes.
 * @param origin name for a new tree: 'scaf.example.co/joint/3'
 */
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

/** Returns name (`origin`) and salt of a chain's hash tree; undefined for a chain without signed heads. */
export const findTree = async (
  db: Db,
  chain: string,
): Promise<{ origin: string; salt: string } | undefined> => (await treeOfChain(db, { chain })).rows[0];

const treeOfChain = readyQuery<{ chain: string }, { origin: string; salt: string }>((db, { chain }) =>
  db.selectFrom('audit_tree').select(['origin', 'salt']).where('chain', '=', chain),
);

/**
 * Returns the entries of a chain with numbers above `seq`, in order.
 * @param most maximum number of entries; default: all
 */
export function readEntriesAfter(db: Db, chain: string, seq: number, most?: number): Promise<StoredEntry[]> {
  const query = db
    .selectFrom('audit_entry')
    .selectAll()
    .where('chain', '=', chain)
    .where('seq', '>', seq)
    .orderBy('seq');
  return (most === undefined ? query : query.limit(most)).execute();
}

/**
 * Stores a signed head of a chain, and the hashes of the entries signed for the first time.
 * @param head `edge`: hashes (hexadecimal) needed to continue the tree, see `newestEdge`
 * @param leaves number and hash (hexadecimal) of each new entry in the hash tree
 */
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

/**
 * Returns the hashes (hexadecimal) of leaves of a chain's hash tree, in order: of the entries with the numbers
 * `from` + 1 to `to`. Fewer hashes if the tree has fewer leaves.
 */
export async function readLeavesOf(db: Db, chain: string, { from, to }: LeafRange): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_leaf')
    .select('hash')
    .where('chain', '=', chain)
    .where('seq', '>', from)
    .where('seq', '<=', to)
    .orderBy('seq')
    .execute();
  return rows.map(({ hash }) => hash);
}

/**
 * Returns the hashes (hexadecimal) of the first `size` leaves of a chain's hash tree. A chain is an
 * audit trail: usually the recorded acts of a joint and of the assemblies there, each entry linked by hash to the entry
 * before. A leaf is the hash of an entry. The leaves are read at each check of an audit trail, to find changes of
 * signed entries, and for the expediente (evidence file) of an assembly.
 * @param chain name of the chain: 'joint:3'
 * @param size number of leaves, from the first entry
 */
export const readLeaves = (db: Db, chain: string, size: number): Promise<string[]> =>
  readLeavesOf(db, chain, { from: 0, to: size });

/** Returns the number of the last audit entry included in the hash tree of a chain; 0 for an empty tree. */
export async function lastLeaf(db: Db, chain: string): Promise<number> {
  const { last } = await db
    .selectFrom('audit_leaf')
    .select((eb) => eb.fn.max('seq').as('last'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return Number(last ?? 0);
}

/**
 * Epoch of the store: the time between two restores of a backup. The first epoch starts with the creation
 * of the store, each restore starts a new epoch. Signed heads name the epoch, so a restore is visible in
 * the proofs.
 */
export interface EpochFacts {
  /** Number of the epoch, from 1. */
  number: number;
  /** Time of the creation or of the restore, epoch ms. */
  beganAt: Millis;
  /** Time when the restored backup was made, epoch ms. Null for the first epoch. */
  copiedAt: Millis | null;
  /** Reason of the restore; null for the first epoch. */
  reason: string | null;
}

/** Returns the epochs of the store, newest first. An epoch begins at the creation and at each restore. */
export const readEpochs = (db: Db): Promise<EpochFacts[]> =>
  db
    .selectFrom('store_epoch')
    .select(['number', 'began_at as beganAt', 'copied_at as copiedAt', 'reason'])
    .orderBy('number', 'desc')
    .execute();
