import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Store } from './connect.ts';
import { SQLITE_FILE } from './private-files.ts';
import { StoreError } from './store-error.ts';
import { mayPass } from './store-fault.ts';

const PIECE_BYTES = 1024 * 1024;

/**
 * Makes sure that what a server left in SQLite's log is on the disk, before anybody is told that it is stored. After
 * a sync that failed, Linux keeps what was not written in memory and takes it for written: later syncs succeed without
 * it. A server that goes on writes the same places of the log anew. One that is started again finds it there whole,
 * answers by it, and appends behind it what a power cut would then take away together with it. So the log's bytes are
 * written over themselves and synced. Nobody appends meanwhile, and a power cut in the middle changes nothing.
 * @throws StoreError when the disk does not take them
 */
export async function settleLog(store: Store): Promise<void> {
  if (store.engine !== 'sqlite') return;
  const path = join(store.address.dataDir, `${SQLITE_FILE}-wal`);
  try {
    // The transaction holds the lock of writers, and stores nothing.
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
