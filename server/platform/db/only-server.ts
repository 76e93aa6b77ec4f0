import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { StoreError, unusableFolder } from './store-error.ts';

/** Referenced as long as the folder is held: what nobody refers to is collected as garbage, and its lock with it. */
const held = new Set<BetterSqlite.Database>();

/**
 * Makes this process the only server on a data folder: two on one SQLite file would not hear of each other's
 * changes, and their screens would be stale without saying so. The lock is the operating system's, on a file of
 * its own, so it goes with the process however that ends.
 * @returns what gives the folder up again
 * @throws StoreError when another server has it, or the folder cannot be used
 */
export function beOnlyServer(dataDir: string): () => void {
  let file: BetterSqlite.Database | null = null;
  try {
    file = new BetterSqlite(join(dataDir, 'server.lock'), { timeout: 0 });
    file.pragma('journal_mode = DELETE');
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if (!isBusy(error)) throw unusableFolder(dataDir, error);
    throw new StoreError(
      `Otro servidor de SCAF ya usa la carpeta de datos «${dataDir}»: ciérrelo, o elija otra carpeta con DATA_DIR.`,
    );
  }
  const lock = file;
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}

const isBusy = (error: unknown): boolean =>
  error instanceof BetterSqlite.SqliteError && error.code.startsWith('SQLITE_BUSY');
