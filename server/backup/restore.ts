import { randomBytes } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BASELINE, migrations } from '../../migrations/index.ts';
import { eraseAgain, type SkippedPlaces } from '../personal/erasure.ts';
import type { StoredErasure } from '../personal/erasures.repository.ts';
import { openStore, type Store, type StoreAddress } from '../platform/db/connect.ts';
import { type Db, scrubFreeSpace } from '../platform/db/engine.ts';
import { beOnlyServer } from '../platform/db/only-server.ts';
import {
  createDatabase,
  databaseOf,
  dropDatabase,
  restorePostgres,
  takeDatabaseName,
  withDatabase,
} from '../platform/db/postgres-copy.ts';
import { SQLITE_FILE, SQLITE_PARTS } from '../platform/db/private-files.ts';
import { listAppliedMigrations } from '../platform/db/schema/adopt.ts';
import { migrate } from '../platform/db/schema/migrate.ts';
import { faultsOfSqlite, foldSqlite } from '../platform/db/sqlite-copy.ts';
import type { Millis } from '../platform/db/tables.ts';
import { demandUnused } from './aside.ts';
import { type CopyHead, kindFor, readCopyName } from './copies.ts';
import { beginEpoch, type Epoch } from './epoch.repository.ts';
import { BackupError, backupSentence } from './error.ts';
import { erasuresFor } from './kept-erasures.ts';
import { type Replay, replayLog } from './log-replay.ts';
import { sync, tornCopy, unsealed } from './seal.ts';

/** Encrypted copy of the database to restore, with the key and the part of the commit log to apply. */
export interface SealedCopy {
  /** Path of the encrypted copy. */
  file: string;
  /** Passphrase of the copy. */
  key: string;
  /** Part of the commit log to apply after the copy; missing to restore the copy alone. */
  replay?: Replay;
}

/** Result of a restore: the new epoch, and the place of the old database. */
export interface Restored {
  epoch: Epoch;
  /** Folder or database name of the previous database, stored apart. Null if there was no database. */
  keptAs: string | null;
  /** Erasures not applied again: the person has a duty in the copy. */
  pending: readonly StoredErasure[];
  /** Erasures applied again without some places: this version no longer has the columns. */
  skipped: readonly SkippedPlaces[];
}

/**
 * Replaces the database with a copy, starts a new epoch and applies erasures of personal data again (docs/run/backup.md). Prepares the new database
 * beside the old and swaps both at the end, so a failure leaves the old database unchanged. The old
 * database stays under another name.
 * @param reason reason for the audit trail
 * @throws BackupError with the remedy
 */
export async function restore(
  address: StoreAddress,
  copy: SealedCopy,
  { reason, at }: { reason: string | null; at: Millis },
): Promise<Restored> {
  const head = headOfCopy(address, copy.file);
  try {
    const erasures = () => erasuresFor(address, dirname(copy.file));
    const how = { copiedAt: copy.replay?.upTo ?? head.at, reason, at, erasures };
    return address.databaseUrl === null
      ? await restoreFile(address.dataDir, copy, how)
      : await restoreDatabase({ ...address, databaseUrl: address.databaseUrl }, copy, how);
  } catch (error) {
    throw new BackupError(backupSentence(error, 'No se pudo restaurar la copia'));
  }
}

/**
 * Parses the file name of a copy, for the engine of the database.
 * @throws BackupError for any other file
 */
export function headOfCopy({ databaseUrl }: Pick<StoreAddress, 'databaseUrl'>, file: string): CopyHead {
  const head = readCopyName(basename(file));
  if (head === null) throw new BackupError(`«${file}» no es una copia de SCAF.`);
  if (head.kind !== kindFor(databaseUrl)) {
    throw new BackupError(
      head.kind === 'pgdump'
        ? 'La copia es de PostgreSQL: defina DATABASE_URL para restaurarla.'
        : 'La copia es de SQLite: quite DATABASE_URL para restaurarla.',
    );
  }
  return head;
}

interface How {
  /** Reads the erasures of personal data to apply again, from the store before too: only after all checks of the copy. */
  erasures: () => Promise<readonly StoredErasure[]>;
  copiedAt: Millis;
  reason: string | null;
  at: Millis;
}

async function restoreFile(dataDir: string, copy: SealedCopy, how: How): Promise<Restored> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // A running server would keep writing into the moved file.
  const giveUp = beOnlyServer(dataDir);
  const fresh = join(dataDir, `restaurando-${randomBytes(6).toString('hex')}`);
  const file = join(fresh, SQLITE_FILE);
  try {
    await mkdir(fresh, { mode: 0o700 });
    await unpackSqlite(copy, file);
    const up = await withStore({ dataDir: fresh, databaseUrl: null }, (store) => bringUp(store, how));
    foldSqlite(file);
    await sync(file);
    const setAsidePath = await setAside(dataDir, how.at);
    await rename(file, join(dataDir, SQLITE_FILE));
    await sync(dataDir);
    return { ...up, keptAs: setAsidePath };
  } finally {
    await rm(fresh, { recursive: true, force: true });
    giveUp();
  }
}

/**
 * Decrypts an SQLite copy into a file and applies the part of the commit log, if any.
 * @throws BackupError if the result is not sound
 */
export async function unpackSqlite({ file: sealed, key, replay }: SealedCopy, file: string): Promise<void> {
  try {
    await pipeline(await unsealed(sealed, key), createGunzip(), createWriteStream(file, { mode: 0o600 }));
    if (replay !== undefined) replayLog({ folder: dirname(sealed), key }, replay, file);
  } catch (error) {
    // Error of gunzip: the file was truncated before encryption ended.
    throw error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
      ? tornCopy(sealed)
      : error;
  }
  const faults = faultsOfSqlite(file);
  if (faults.length > 0)
    throw new BackupError(`La copia está dañada (${faults.slice(0, 3).join('; ')}): use otra.`);
}

/**
 * Moves the current database out of a data folder into a new folder.
 * @returns the new folder; null without a database
 */
async function setAside(dataDir: string, at: Millis): Promise<string | null> {
  if (!existsSync(join(dataDir, SQLITE_FILE))) return null;
  const target = join(dataDir, `antes-de-restaurar-${new Date(at).toISOString().replaceAll(':', '-')}`);
  await mkdir(target, { mode: 0o700 });
  for (const part of SQLITE_PARTS) {
    const from = join(dataDir, SQLITE_FILE + part);
    if (existsSync(from)) await rename(from, join(target, SQLITE_FILE + part));
  }
  return target;
}

async function restoreDatabase(
  address: { dataDir: string; databaseUrl: string },
  copy: SealedCopy,
  how: How,
): Promise<Restored> {
  const { databaseUrl } = address;
  const stamp = new Date(how.at).toISOString().replace(/\D/g, '').slice(0, 14);
  const fresh = `${databaseOf(databaseUrl)}_restaurada_${stamp}`;
  const oldName = `${databaseOf(databaseUrl)}_antes_${stamp}`;
  // A running server would keep writing into the renamed database.
  await demandUnused(databaseUrl);
  await createDatabase(databaseUrl, fresh);
  try {
    const freshUrl = withDatabase(databaseUrl, fresh);
    await restorePostgres(freshUrl, await unsealed(copy.file, copy.key));
    const up = await withStore({ ...address, databaseUrl: freshUrl }, (store) => bringUp(store, how));
    await takeDatabaseName(databaseUrl, fresh, oldName);
    return { ...up, keptAs: oldName };
  } catch (error) {
    await dropDatabase(databaseUrl, fresh).catch(() => undefined);
    throw error;
  }
}

/** Migrates a restored copy to the current schema, starts a new epoch, and applies the kept list of erasures again. */
async function bringUp(store: Store, how: How): Promise<Omit<Restored, 'keptAs'>> {
  await requireKnownSchema(store.db);
  await migrate(store);
  const epoch = await store.db.transaction().execute((trx) => beginEpoch(trx, how));
  const { applied, ...left } = await eraseAgain(store.db, await how.erasures());
  if (applied > 0) await scrubFreeSpace(store.db);
  return { epoch, ...left };
}

/**
 * Checks that this version knows every migration applied in a copy.
 * @throws BackupError if a newer version made the copy: this version would misread the schema
 */
export async function requireKnownSchema(db: Db): Promise<void> {
  const applied = await listAppliedMigrations(db);
  const unknown = applied.filter((name) => migrations[name] === undefined && name > BASELINE);
  if (unknown.length === 0) return;
  throw new BackupError(
    `La copia la hizo una versión más nueva de SCAF (${unknown.join(', ')}): instale esa versión y restaure con ella.`,
  );
}

/** Opens a database, runs `work`, and closes the database. */
export async function withStore<T>(address: StoreAddress, work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore(address);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}
