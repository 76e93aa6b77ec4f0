import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { count } from '../../shared/format.ts';
import type { Millis } from '../platform/db/tables.ts';
import { keyIdOf } from './seal.ts';

/** A copy of the store in the backup folder. */
export interface Copy {
  /** Its file's name. */
  name: string;
  kind: CopyKind;
  /** Everything that was acknowledged before this instant is in it. */
  at: Millis;
  bytes: number;
  /** Which key opens the copy (`keyIdOf`); null for a copy of a version that did not name the key. */
  keyId: string | null;
  /** Commits were written into a log while the copy was made: a restore that finds no log says so. */
  isLogged: boolean;
}

/** The end of a copy's name, which says what is in it once it is decrypted. */
export type CopyKind = 'sqlite.gz' | 'pgdump';

/** The kind of the copies of a store. */
export const kindFor = (databaseUrl: string | null): CopyKind =>
  databaseUrl === null ? 'sqlite.gz' : 'pgdump';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** Sorted by name they are sorted by time; no sign in them is forbidden in a file's name. */
const NAME =
  /^scaf-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d\.\d{3})Z(?:\.([\da-f]{8})(-log)?)?\.(sqlite\.gz|pgdump)\.age$/;

/** The parts of a copy's name. */
export type CopyHead = Omit<Copy, 'name' | 'bytes'>;

export function copyName({ at, kind, keyId, isLogged }: CopyHead): string {
  const key = keyId === null ? '' : `.${keyId}${isLogged ? '-log' : ''}`;
  return `scaf-${new Date(at).toISOString().replaceAll(':', '-')}${key}.${kind}.age`;
}

/** The parts that a name tells; null for a name of anything else. */
export function readCopyName(name: string): CopyHead | null {
  const [, day, hour, minute, second, keyId = null, log, kind] = NAME.exec(name) ?? [];
  if (kind !== 'sqlite.gz' && kind !== 'pgdump') return null;
  const at = Date.parse(`${day}T${hour}:${minute}:${second}Z`);
  return { at, kind, keyId, isLogged: log !== undefined };
}

/** The complete copies of a folder, oldest first; none where there is no folder yet. */
export async function listCopies(folder: string): Promise<Copy[]> {
  const copies: Copy[] = [];
  for (const name of (await readdir(folder).catch(() => [])).sort()) {
    const head = readCopyName(name);
    const size = head && (await stat(join(folder, name)).catch(() => null))?.size;
    // One that another process retired meanwhile is no copy any more.
    if (head && typeof size === 'number') copies.push({ name, ...head, bytes: size });
  }
  return copies;
}

/** How many copies another key than the given one opens. */
export const countForeign = (copies: readonly Pick<Copy, 'keyId'>[], key: string): number =>
  copies.filter(({ keyId }) => keyId !== null && keyId !== keyIdOf(key)).length;

/** Says that copies bear the name of another key, and which key opens them. */
export const foreignSentence = (foreign: number): string =>
  foreign === 1
    ? '1 copia es de otra clave: se abre solo con la BACKUP_KEY de entonces.'
    : `${count(foreign)} copias son de otra clave: se abren solo con la BACKUP_KEY de entonces.`;

/** How long copies of each density are kept (docs/backup.md): the last one of each interval, at first each copy. */
const KEPT = [
  { within: 3 * HOUR_MS, every: 1 },
  { within: 2 * DAY_MS, every: HOUR_MS },
  { within: 35 * DAY_MS, every: DAY_MS },
  { within: 400 * DAY_MS, every: 30 * DAY_MS },
] as const;

/**
 * Copies that no interval needs any more. The newest one is always kept, however old it is; so is what seems to come
 * from the future, since then it is the clock that is wrong.
 */
export function retiredCopies(copies: readonly Copy[], now: Millis): Copy[] {
  const kept = new Set(copies.slice(-1));
  for (const { within, every } of KEPT) {
    const last = new Map<number, Copy>();
    for (const copy of copies) if (now - copy.at <= within) last.set(Math.floor(copy.at / every), copy);
    for (const copy of last.values()) kept.add(copy);
  }
  return copies.filter((copy) => copy.at <= now && !kept.has(copy));
}

/** Removes what is retired; returns how many. */
export async function retireCopies(folder: string, now: Millis): Promise<number> {
  const retired = retiredCopies(await listCopies(folder), now);
  for (const { name } of retired) await rm(join(folder, name), { force: true });
  return retired.length;
}
