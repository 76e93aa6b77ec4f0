import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../db/engine.ts';
import type { FileInPieces } from '../http/file-in-pieces.ts';

/** Bytes of a stored piece of a file: written in a few milliseconds, with the write to disk. */
const PIECE_BYTES = 128 * 1024;
/** Pause in milliseconds between two pieces, so votes go first. */
const REST_MS = 5;
/** Number of pieces deleted at once: a delete is much cheaper than a write. */
const DROPPED_AT_ONCE = 8;

/**
 * Stores the file made by a background job, piece by piece in short transactions, so votes do not wait for
 * a big write.
 * @param renew prolongs the lease of the job in the same transaction; false if another process has the job
 * @returns false if another process has the job
 */
export async function writeJobFile(
  db: Db,
  jobId: string,
  parts: FileInPieces['pieces'],
  { renew, signal }: { renew: (trx: Db) => Promise<boolean>; signal: AbortSignal },
): Promise<boolean> {
  // An earlier process may have left pieces.
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

/**
 * Returns length (bytes) and pieces of a background job's file. Null if a piece is missing, for example
 * after the deletion of an expired file.
 */
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
  // A sweep deletes the first pieces first.
  return first === 0 ? { length: Number(length), pieces: piecesOf(db, jobId, Number(count)) } : null;
}

/**
 * Reads a stored file piece by piece, so other queries run between.
 * @throws Error if a piece was deleted meanwhile
 */
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

/** Deletes the stored file of a background job, piece by piece. */
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
