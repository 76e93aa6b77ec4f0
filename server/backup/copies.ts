import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { COPIES_KEPT_DAYS } from '../../shared/backups.api.ts';
import { DAY_MS, HOUR_MS } from '../../shared/durations.ts';
import { count } from '../../shared/format.ts';
import type { Millis } from '../platform/db/tables.ts';
import { keyIdOf } from './seal.ts';

/** Encrypted copy of the database in the backup folder, as stated by file name and size. */
export interface Copy {
  /** File name of the copy in the backup folder. */
  name: string;
  kind: CopyKind;
  /** Start of the copy, epoch ms. The copy includes every change acknowledged before. */
  at: Millis;
  bytes: number;
  /** Id of the key that opens the copy (`keyIdOf`). Null for copies of old versions without a key id. */
  keyId: string | null;
  /**
   * True if the commit log (see `StoreLog`) records the changes made during the copy. A restore without the
   * log then reports a loss.
   */
  isLogged: boolean;
}

/**
 * Format of a copy's decrypted content, also the ending of the file name before '.age': an SQLite file, or
 * a dump of PostgreSQL.
 */
export type CopyKind = 'sqlite.gz' | 'pgdump';

/** Returns the format of copies for a database; a null address means SQLite. */
export const kindFor = (databaseUrl: string | null): CopyKind =>
  databaseUrl === null ? 'sqlite.gz' : 'pgdump';

/**
 * Pattern for the file names of copies. The order by name is the order by time; only characters allowed in file
 * names.
 */
const COPY_NAME =
  /^scaf-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z(?:\.([\da-f]{8})(-log)?)?\.(sqlite\.gz|pgdump)\.age$/;

/** Facts about a copy in the file name: format, time, key and presence of a commit log. */
export type CopyHead = Omit<Copy, 'name' | 'bytes'>;

/** Builds the file name of a copy: time, id of the key, format. */
export function copyName({ at, kind, keyId, isLogged }: CopyHead): string {
  const key = keyId === null ? '' : `.${keyId}${isLogged ? '-log' : ''}`;
  return `scaf-${new Date(at).toISOString().replaceAll(':', '-')}${key}.${kind}.age`;
}

/** Parses the file name of a copy. Returns null for other files. */
export function readCopyName(name: string): CopyHead | null {
  const [, day, hour, minute, second, keyId = null, log, kind] = COPY_NAME.exec(name) ?? [];
  if (kind !== 'sqlite.gz' && kind !== 'pgdump') return null;
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return { at, kind, keyId, isLogged: log !== undefined };
}

/** Returns the complete copies of a folder, oldest first. Empty if the folder does not exist. */
export async function listCopies(folder: string): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const head = readCopyName(name);
    const size = head && (await stat(join(folder, name)).catch(() => null))?.size;
    // Another process may have deleted the file meanwhile.
    if (head && typeof size === 'number') copies.push({ name, ...head, bytes: size });
  }
  return copies;
}

/**
 * Counts the copies encrypted with another key than `key`. A restore of the counted copies needs the old
 * key.
 */
export const countForeign = (copies: readonly Pick<Copy, 'keyId'>[], key: string): number =>
  copies.filter(({ keyId }) => keyId !== null && keyId !== keyIdOf(key)).length;

/** Returns the Spanish sentence about copies encrypted with another key. */
export const foreignSentence = (foreign: number): string =>
  foreign === 1
    ? '1 copia es de otra clave: se abre solo con la BACKUP_KEY de entonces.'
    : `${count(foreign)} copias son de otra clave: se abren solo con la BACKUP_KEY de entonces.`;

/**
 * Copies to keep (docs/run/backup.md), by age in ms: every copy for 3 hours, then the last copy of each hour, day
 * and 30 days.
 */
const RETENTION = [
  { within: 3 * HOUR_MS, every: 1 },
  { within: 2 * DAY_MS, every: HOUR_MS },
  { within: 35 * DAY_MS, every: DAY_MS },
  { within: COPIES_KEPT_DAYS * DAY_MS, every: 30 * DAY_MS },
] as const;

/**
 * Returns the old copies to delete. Stays: every copy of the last 3 hours, then the last copy of each hour
 * (2 days), of each day (35 days) and of each 30 days (400 days). Also the newest copy, and copies dated in
 * the future (the clock is then wrong).
 * @param now epoch ms
 */
export function retiredCopies(copies: readonly Copy[], now: Millis): Copy[] {
  const retained = new Set(copies.slice(-1));
  for (const { within, every } of RETENTION) {
    const last = new Map<number, Copy>();
    for (const copy of copies) if (now - copy.at <= within) last.set(Math.floor(copy.at / every), copy);
    for (const copy of last.values()) retained.add(copy);
  }
  return copies.filter((copy) => copy.at <= now && !retained.has(copy));
}

/**
 * Deletes the copies no longer needed (`retiredCopies`) from the backup folder.
 * @returns number of deleted copies
 */
export async function retireCopies(folder: string, now: Millis): Promise<number> {
  const retired = retiredCopies(await listCopies(folder), now);
  for (const { name } of retired) await rm(join(folder, name), { force: true });
  return retired.length;
}
