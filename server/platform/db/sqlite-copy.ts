import { existsSync, statSync } from 'node:fs';
import { chmod, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SQLITE_FILE, SQLITE_PARTS } from './private-files.ts';

/** Bytes that must stay free on the disk beside the copy: a copy must never fill the disk needed for votes. */
const SPARE_BYTES = 64 * 1024 * 1024;
/**
 * Number of pages to copy at a time: all, because a commit of another connection between two steps would restart
 * the copy.
 */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies an SQLite store, in its state at a single moment, into a file while servers write. Delays no writer.
 * @throws Error if the disk is too full
 */
export async function copySqlite(dataDir: string, file: string): Promise<void> {
  const from = join(dataDir, SQLITE_FILE);
  const { bavail, bsize } = await statfs(dataDir);
  const needed = SQLITE_PARTS.reduce((sum, part) => sum + sizeOf(from + part), SPARE_BYTES);
  if (bavail * bsize < needed) throw new Error('no hay espacio en el disco para la copia');
  const source = new BetterSqlite(from, { readonly: true, fileMustExist: true });
  try {
    await source.backup(file, { progress: () => ALL_PAGES });
    await chmod(file, 0o600);
  } catch (error) {
    await removeSqlite(file);
    throw error;
  } finally {
    source.close();
  }
}

/** Removes an SQLite file with its log files. */
export async function removeSqlite(file: string): Promise<void> {
  for (const part of SQLITE_PARTS) await rm(file + part, { force: true });
}

/**
 * Checks an SQLite file. Returns the faults: damaged pages, or foreign keys without a row. Empty for a sound file.
 */
export function faultsOfSqlite(file: string): string[] {
  const store = new BetterSqlite(file, { fileMustExist: true });
  try {
    const pages = store.pragma('integrity_check') as { integrity_check: string }[];
    const keys = store.pragma('foreign_key_check') as { table: string }[];
    return [
      ...pages.map((row) => row.integrity_check).filter((word) => word !== 'ok'),
      ...keys.slice(0, 1).map((row) => `filas de ${row.table} sin su par`),
    ];
  } finally {
    store.close();
  }
}

/** Moves the content of SQLite's log into the main file, so that the main file can be moved alone. */
export function foldSqlite(file: string): void {
  const store = new BetterSqlite(file, { fileMustExist: true });
  try {
    store.pragma('journal_mode = DELETE');
  } finally {
    store.close();
  }
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
