import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/engine.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';

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
  parts: FileInPieces['pieces'],
  { renew, signal }: { renew: (trx: Db) => Promise<boolean>; signal: AbortSignal },
): Promise<boolean> {
  // A process that had the job before may have left some.
  await dropJobFile(db, jobId);
  let position = 0;
  for await (const part of parts) {
    for (let start = 0; start < part.byteLength; start += PIECE_BYTES) {
      signal.throwIfAborted();
      const row = { job_id: jobId, position, bytes: Buffer.from(part.subarray(start, start + PIECE_BYTES)) };
      const isMine = await db.transaction().execute(async (trx) => {
        if (!(await renew(trx))) return false;
        await trx.insertInto('report_chunk').values(row).execute();
        return true;
      });
      if (!isMine) return false;
      position += 1;
      await pause(REST_MS);
    }
  }
  return true;
}

/** A finished file: how many bytes it has, and its pieces; null where one is gone. */
export async function findJobFile(
  db: Db,
  jobId: string,
): Promise<Pick<FileInPieces, 'length' | 'pieces'> | null> {
  const { first, count, length } = await db
    .selectFrom('report_chunk')
    .select(({ fn, ref }) => [
      fn.min('position').as('first'),
      fn.countAll<number>().as('count'),
      fn.sum<number>(fn('length', [ref('bytes')])).as('length'),
    ])
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  // They are swept from the front.
  return first === 0 ? { length: Number(length), pieces: piecesOf(db, jobId, Number(count)) } : null;
}

/** Reads piece after piece, between which others get their answers. @throws Error where one was swept meanwhile */
async function* piecesOf(db: Db, jobId: string, count: number): AsyncGenerator<Uint8Array> {
  for (let position = 0; position < count; position += 1) {
    const { bytes } = await db
      .selectFrom('report_chunk')
      .select('bytes')
      .where('job_id', '=', jobId)
      .where('position', '=', position)
      .executeTakeFirstOrThrow();
    yield bytes;
    await pause(0);
  }
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
