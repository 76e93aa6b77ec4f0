import { sql } from 'kysely';
import type { Db } from '../../../platform/db/engine.ts';
import type { Millis } from '../../../platform/db/tables.ts';
import { type Lease, LeasedRows } from '../../../platform/queue/leases.repository.ts';

/** Bytes of a document of an assembly, by SHA-256 (hexadecimal). Rows are only added. */
interface PaperTable {
  sha256: string;
  bytes: Uint8Array;
}

/** Order to make the documents of an ended assembly (PRODUCT §18 rule 12). One row per assembly. */
interface PaperOrderTable {
  assembly_id: number;
  ordered_at: Millis;
  state: 'queued' | 'making' | 'made' | 'failed';
  attempts: number;
  /** Earliest time of the next attempt; null once made or failed. */
  next_at: Millis | null;
  leased_until: Millis | null;
  problem: string | null;
}

declare module '../../../platform/db/tables.ts' {
  interface Tables {
    paper: PaperTable;
    paper_order: PaperOrderTable;
  }
}

/** Leases on the orders to make an assembly's documents. A lease lets a single server process work on an order. */
export const paperOrders = new LeasedRows({
  table: 'paper_order',
  id: 'assembly_id',
  held: 'making',
  mayBeTaken: (at) => sql`next_at <= ${at}`,
});

/** Acts on an ended assembly that change the assembly's documents (PRODUCT §18 rules 1 and 12). */
const TOLD_BY_PAPERS: ReadonlySet<string> = new Set(['assemblyChanged', 'lotNoted', 'acceptanceNoted']);

/**
 * True if an act changes the printed papers of an assembly, so that new papers must be made: the end of the
 * assembly, or a later change of a printed fact.
 * @param act name of the act
 */
export function changesPapers(
  act: string,
  assembly: { openedAt: Millis | null; closedAt: Millis | null },
): boolean {
  if (assembly.closedAt !== null) return TOLD_BY_PAPERS.has(act);
  return act === 'assemblyClosed' || (act === 'assemblyArchived' && assembly.openedAt !== null);
}

/**
 * Stores an order to make the documents of an assembly at time `at` (epoch ms), also if already made or in
 * work. A worker carries out the order later.
 */
export async function orderPapers(trx: Db, assemblyId: number, at: Millis): Promise<void> {
  const waiting = { ordered_at: at, state: 'queued' as const, attempts: 0, next_at: at, leased_until: null };
  await trx
    .insertInto('paper_order')
    .values({ assembly_id: assemblyId, ...waiting })
    .onConflict((conflict) => conflict.column('assembly_id').doUpdateSet({ ...waiting, problem: null }))
    .execute();
}

/** Order to make the documents of an ended assembly, due now. The lease lets only a single process work. */
export interface DueOrder extends Lease {
  /** Number of the assembly. */
  id: number;
  rootId: number;
  /** Time of the order, epoch ms. */
  orderedAt: Millis;
}

/** Reads the orders to make documents that are due at `at` and were made before `before` (epoch ms), oldest first. */
export function duePapers(db: Db, at: Millis, before: Millis): Promise<DueOrder[]> {
  return db
    .selectFrom('paper_order as o')
    .innerJoin('assembly as a', 'a.assembly_id', 'o.assembly_id')
    .select(['o.assembly_id as id', 'o.attempts', 'a.joint_id as rootId', 'o.ordered_at as orderedAt'])
    .where(paperOrders.isDue(at))
    .where('o.ordered_at', '<=', before)
    .orderBy('o.next_at')
    .limit(5)
    .execute();
}

/** True if the documents of an assembly are made, and no newer order exists. */
export async function arePapersMade(db: Db, assemblyId: number): Promise<boolean> {
  const order = await db
    .selectFrom('paper_order')
    .select('state')
    .where('assembly_id', '=', assemblyId)
    .executeTakeFirst();
  return order?.state === 'made';
}

/**
 * Stores the bytes of a finished document under the hash; no change if already stored.
 * @param sha256 SHA-256 hash of the document, hexadecimal
 */
export async function keepPaper(db: Db, sha256: string, bytes: Uint8Array): Promise<void> {
  await db
    .insertInto('paper')
    .values({ sha256, bytes })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Reads the bytes of a stored document by the hash; undefined if missing.
 * @param sha256 SHA-256 hash of the document, hexadecimal
 */
export async function readPaper(db: Db, sha256: string): Promise<Uint8Array | undefined> {
  const row = await db.selectFrom('paper').select('bytes').where('sha256', '=', sha256).executeTakeFirst();
  return row?.bytes;
}
