import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { StoreError, unusableFolder } from './store-error.ts';

/** Lock files of the process, kept referenced while locked: garbage collection would release the lock. */
const held = new Set<BetterSqlite.Database>();

/**
 * Makes the process the only server on a data folder, by a lock of the operating system on a separate file.
 * Two servers on the same SQLite file would not receive each other's changes and would show stale screens.
 * The lock ends with the process, even after a crash.
 * @returns function to release the folder
 * @throws StoreError if another server has the folder, or the folder cannot be used
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
