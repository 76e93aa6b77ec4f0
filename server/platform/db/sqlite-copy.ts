import { existsSync, statSync } from 'node:fs';
import { chmod, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { SQLITE_FILE, SQLITE_PARTS } from './private-files.ts';

/** Left free on the disk beyond the copy itself, so that the votes' own log never meets a full disk for its sake. */
const SPARE_BYTES = 64 * 1024 * 1024;
/** In one step: between two steps another connection's commit would make it begin again. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies an SQLite store as of one instant into a file, while servers go on writing: the reader holds nobody up.
 * @throws Error where the disk has not the room for it
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

/** Removes a file and what belongs to it. */
export async function removeSqlite(file: string): Promise<void> {
  for (const part of SQLITE_PARTS) await rm(file + part, { force: true });
}

/**
 * What is wrong with an SQLite file: damaged pages, or rows that name others which are not there. Empty for a sound
 * one.
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

/** Puts everything into the file itself, so that it can be moved alone. */
export function foldSqlite(file: string): void {
  const store = new BetterSqlite(file, { fileMustExist: true });
  try {
    store.pragma('journal_mode = DELETE');
  } finally {
    store.close();
  }
}

const sizeOf = (path: string): number => (existsSync(path) ? statSync(path).size : 0);
