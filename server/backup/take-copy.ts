import { randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip, constants as zlib } from 'node:zlib';
import type { StoreAddress } from '../platform/db/connect.ts';
import { dumpOfPostgres, localDataFolder } from '../platform/db/postgres-copy.ts';
import { type Copy, copyName, kindFor } from './copies.ts';
import { BackupError, backupSentence } from './error.ts';
import { writeErasures } from './kept-erasures.ts';
import { keyIdOf, sealInto } from './seal.ts';

/** Backup folder and encryption key. */
export interface BackupTarget {
  /** Path of the backup folder. */
  folder: string;
  /** Passphrase for the copies. */
  key: string;
}

/** New copy, with the Spanish sentence about a fault of the list of erasures; null without a fault. */
export interface TakenCopy extends Copy {
  problem: string | null;
}

/**
 * Makes an encrypted copy of the database in the backup folder. Servers may write meanwhile. A fault of the list of erasures
 * beside the copies is returned: the copy is good.
 * @param isLogged true if the commit log records the changes from now on
 * @throws BackupError with the remedy; leaves no partial file
 */
export async function takeCopy(
  { dataDir, databaseUrl }: StoreAddress,
  { folder, key }: BackupTarget,
  isLogged = false,
): Promise<TakenCopy> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const head = { at: Date.now(), kind: kindFor(databaseUrl), keyId: keyIdOf(key), isLogged };
    const name = copyName(head);
    const seal = (plaintext: Readable) => sealInto(join(folder, name), key, plaintext);
    await (databaseUrl === null ? takeSqlite(dataDir, seal) : seal(dumpOfPostgres(databaseUrl)));
    const problem = await writeErasures({ dataDir, databaseUrl }, folder);
    return { name, ...head, bytes: (await stat(join(folder, name))).size, problem };
  } catch (error) {
    throw new BackupError(backupSentence(error, `No se pudo hacer la copia de seguridad en «${folder}»`));
  }
}

/**
 * Copies SQLite to a temporary unencrypted file in the data folder, encrypts the temporary file, then deletes it.
 */
async function takeSqlite(dataDir: string, seal: (plaintext: Readable) => Promise<void>): Promise<void> {
  // Imported lazily: the server's main thread loads this module and must not load SQLite.
  const { copySqlite, removeSqlite } = await import('../platform/db/sqlite-copy.ts');
  const copyPath = join(dataDir, `copia-${randomBytes(6).toString('hex')}.sqlite`);
  try {
    await copySqlite(dataDir, copyPath);
    // Fastest level: half the time of the default for 10 % more bytes.
    await seal(createReadStream(copyPath).pipe(createGzip({ level: zlib.Z_BEST_SPEED })));
  } finally {
    await removeSqlite(copyPath);
  }
}

/** True if the backup folder is on the same disk as the data: both would be lost together. */
export async function isOnDataDisk(
  { dataDir, databaseUrl }: StoreAddress,
  { folder }: BackupTarget,
): Promise<boolean> {
  const data = databaseUrl === null ? dataDir : await localDataFolder(databaseUrl);
  const disk = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  return data !== null && disk(folder) !== undefined && disk(folder) === disk(data);
}
