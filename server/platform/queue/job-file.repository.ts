import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/engine.ts';

/** Written in a few milliseconds, with its sync. */
const PIECE_BYTES = 128 * 1024;
/** Between two pieces: whoever votes meanwhile goes first. */
const REST_MS = 5;
/** Pieces deleted at once: freeing one is much less than writing it. */
const DROPPED_AT_ONCE = 8;

/**
 * Writes a file in pieces, each a short transaction, so that no vote waits for a big write.
 * @param renew renews the lease in the same transaction, so that no two processes write one file; false when the
 *   job is not in one's hands any more
 * @returns false when it was not written for that reason
 */
export async function writeJobFile(
  db: Db,
  jobId: string,
  bytes: Uint8Array,
  { renew, signal }: { renew: (trx: Db) => Promise<boolean>; signal: AbortSignal },
): Promise<boolean> {
  // A process that had the job before may have left some.
  await dropJobFile(db, jobId);
  for (let position = 0; position * PIECE_BYTES < bytes.byteLength; position += 1) {
    signal.throwIfAborted();
    const piece = bytes.subarray(position * PIECE_BYTES, (position + 1) * PIECE_BYTES);
    const isMine = await db.transaction().execute(async (trx) => {
      if (!(await renew(trx))) return false;
      const row = { job_id: jobId, position, bytes: Buffer.from(piece) };
      await trx.insertInto('report_chunk').values(row).execute();
      return true;
    });
    if (!isMine) return false;
    await pause(REST_MS);
  }
  return true;
}

/** Reads a finished file in pieces, between which others get their answers; null where a piece is gone. */
export async function readJobFile(db: Db, jobId: string): Promise<Uint8Array | null> {
  const { pieces } = await db
    .selectFrom('report_chunk')
    .select((eb) => eb.fn.countAll<number>().as('pieces'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  const read: Uint8Array[] = [];
  for (let position = 0; position < pieces; position += 1) {
    const row = await db
      .selectFrom('report_chunk')
      .select('bytes')
      .where('job_id', '=', jobId)
      .where('position', '=', position)
      .executeTakeFirst();
    // Swept from the front while it was read.
    if (row === undefined) return null;
    read.push(row.bytes);
    await pause(0);
  }
  return Buffer.concat(read);
}

/** Deletes a file's pieces, the first ones first. */
export async function dropJobFile(db: Db, jobId: string): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('report_chunk')
      .where('job_id', '=', jobId)
      .where('position', 'in', (eb) =>
        eb
          .selectFrom('report_chunk')
          .select('position')
          .where('job_id', '=', jobId)
          .orderBy('position')
          .limit(DROPPED_AT_ONCE),
      )
      .executeTakeFirst();
    if (numDeletedRows < DROPPED_AT_ONCE) return;
    await pause(REST_MS);
  }
}
