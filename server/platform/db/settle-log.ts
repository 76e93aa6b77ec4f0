import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from './connect.ts';
import { SQLITE_FILE } from './private-files.ts';
import { StoreError } from './store-error.ts';
import { mayPass } from './store-fault.ts';

const PIECE_BYTES = 1024 * 1024;

/**
 * Writes SQLite's log of an earlier server run to the disk again, at the start of a server, before any
 * answer relies on the log. After a failed sync, Linux keeps the unwritten bytes in memory as if written,
 * and later syncs succeed without writing. Without the second writing, a power cut after a restart could
 * lose acknowledged votes. Other writers are locked out in the meantime.
 * @throws StoreError if the disk refuses
 */
export async function settleLog(store: Store): Promise<void> {
  if (store.engine !== 'sqlite') return;
  const path = join(store.address.dataDir, `${SQLITE_FILE}-wal`);
  try {
    // The transaction holds the lock of writers without storing rows.
    await store.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      rewrite(path);
    });
  } catch (error) {
    throw new StoreError(
      `El disco de la carpeta de datos «${store.address.dataDir}» no guarda lo que se le escribe: revise el disco (${error instanceof Error ? error.message : String(error)}).`,
      mayPass(error),
    );
  }
}

function rewrite(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const { size } = fstatSync(file);
    if (size === 0) return;
    const piece = Buffer.alloc(Math.min(size, PIECE_BYTES));
    for (let at = 0; at < size; ) {
      const read = readSync(file, piece, 0, piece.length, at);
      if (read === 0) break;
      for (let done = 0; done < read; ) done += writeSync(file, piece, done, read - done, at + done);
      at += read;
    }
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
