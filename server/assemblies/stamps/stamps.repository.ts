import { sql } from 'kysely';
import type { Db } from '../../platform/db/engine.ts';
import { sameIn } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { type Lease, LeasedRows } from '../../platform/queue/leases.repository.ts';

/**
 * Leases on the rows of requested time stamps. A lease lets a single server process ask the authority for a row's
 * stamp.
 */
export const stampRows = new LeasedRows({
  table: 'head_stamp',
  id: 'stamp_id',
  held: 'asking',
  mayBeTaken: (at) => sql`next_at <= ${at}`,
});

/** Signed head (signed state of the audit trail) to stamp now. */
export interface DueStamp extends Lease {
  /** Number of the request for a time stamp. */
  id: string;
  /** Signed text of the head. */
  note: string;
}

/** Queues for a stamp the chain heads made since `since`. */
async function queueHeads(db: Db, since: Millis): Promise<void> {
  const heads = await db
    .selectFrom('audit_head as h')
    .leftJoin('head_stamp as s', (join) => join.on(sameIn('s', 'h', ['chain', 'size'])))
    .select(['h.chain', 'h.size', 'h.at'])
    .where('h.at', '>=', since)
    .where('s.stamp_id', 'is', null)
    .limit(100)
    .execute();
  if (heads.length === 0) return;
  await db
    .insertInto('head_stamp')
    .values(
      heads.map(({ chain, size, at }) => ({
        stamp_id: `${chain} ${size}`,
        chain,
        size,
        state: 'queued' as const,
        attempts: 0,
        next_at: at,
      })),
    )
    // Another process has queued the head.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Queues a time stamp for each signed head (signed state of the audit trail) made since `since`. Returns up to 5
 * heads to stamp now, by time of the next attempt.
 * @param at current time, epoch ms
 * @param since epoch ms
 */
export async function dueStamps(db: Db, at: Millis, since: Millis): Promise<DueStamp[]> {
  await queueHeads(db, since);
  return db
    .selectFrom('head_stamp as s')
    .innerJoin('audit_head as h', (join) => join.on(sameIn('h', 's', ['chain', 'size'])))
    .select(['s.stamp_id as id', 's.attempts', 'h.note'])
    .where(stampRows.isDue(at))
    .orderBy('s.next_at')
    .limit(5)
    .execute();
}

/** Stores the checked time stamp of an authority (base 64) for a signed head, and ends the request. */
export const keepStamp = (db: Db, lease: Lease, answer: Uint8Array) =>
  stampRows.change(db, lease, {
    state: 'stamped',
    answer: Buffer.from(answer).toString('base64'),
    next_at: null,
    leased_until: null,
    problem: null,
  });

/**
 * Stores the failure of a request for a time stamp of a signed head. The next attempt is at `nextAt` (epoch ms);
 * null: no further attempt.
 */
export const noteStampProblem = (db: Db, lease: Lease, problem: string, nextAt: Millis | null) =>
  stampRows.change(db, lease, {
    state: nextAt === null ? 'failed' : 'queued',
    next_at: nextAt,
    leased_until: null,
    problem,
  });

/**
 * Reads the time stamps of a chain's signed heads (signed states of the audit trail). Key: number of audit
 * entries under the head. Value: bytes of the time stamp (RFC 3161).
 */
export async function readStamps(db: Db, chain: string): Promise<Map<number, Uint8Array>> {
  const rows = await db
    .selectFrom('head_stamp')
    .select(['size', 'answer'])
    .where('chain', '=', chain)
    .where('state', '=', 'stamped')
    .orderBy('size')
    .execute();
  return new Map(rows.map(({ size, answer }) => [size, Buffer.from(answer ?? '', 'base64')]));
}
