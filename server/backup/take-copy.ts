import { randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip, constants as zlib } from 'node:zlib';
import type { StoreAddress } from '../platform/db/connect.ts';
import { dumpOfPostgres, localDataFolder } from '../platform/db/postgres-copy.ts';
import { BackupError, backupSentence } from './backup-error.ts';
import { type Copy, copyName, kindFor } from './copies.ts';
import { keyIdOf, sealInto } from './seal.ts';

/** Where copies go, and what encrypts them. */
export interface BackupPlace {
  folder: string;
  key: string;
}

/**
 * Copies a store as of now, encrypted, into the backup folder, beside servers that go on writing.
 * @param isLogged whether a log has what is committed from now on
 * @throws BackupError with what to look at; the folder then holds no part of it
 */
export async function takeCopy(
  { dataDir, databaseUrl }: StoreAddress,
  { folder, key }: BackupPlace,
  isLogged = false,
): Promise<Copy> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const head = { at: Date.now(), kind: kindFor(databaseUrl), keyId: keyIdOf(key), isLogged };
    const name = copyName(head);
    const seal = (plain: Readable) => sealInto(join(folder, name), key, plain);
    await (databaseUrl === null ? takeSqlite(dataDir, seal) : seal(dumpOfPostgres(databaseUrl)));
    return { name, ...head, bytes: (await stat(join(folder, name))).size };
  } catch (error) {
    throw new BackupError(backupSentence(error, `No se pudo hacer la copia de seguridad en «${folder}»`));
  }
}

/** The plain copy stands beside the data, where it is as safe as they are, and for as long as it takes to encrypt it. */
async function takeSqlite(dataDir: string, seal: (plain: Readable) => Promise<void>): Promise<void> {
  // The server's main thread, which knows this file, has nothing of SQLite.
  const { copySqlite, removeSqlite } = await import('../platform/db/sqlite-copy.ts');
  const plain = join(dataDir, `copia-${randomBytes(6).toString('hex')}.sqlite`);
  try {
    await copySqlite(dataDir, plain);
    // The quickest level: half the time of the usual one for a tenth more bytes.
    await seal(createReadStream(plain).pipe(createGzip({ level: zlib.Z_BEST_SPEED })));
  } finally {
    await removeSqlite(plain);
  }
}

/** Whether copies lie on the disk that holds the data, with which they would be lost. */
export async function isOnDataDisk(
  { dataDir, databaseUrl }: StoreAddress,
  { folder }: BackupPlace,
): Promise<boolean> {
  const data = databaseUrl === null ? dataDir : await localDataFolder(databaseUrl);
  const disk = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  return data !== null && disk(folder) !== undefined && disk(folder) === disk(data);
}
