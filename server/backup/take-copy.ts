import { randomBytes } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createGzip, constants as zlib } from 'node:zlib';
import type { StoreAddress } from '../platform/db/connect.ts';
import { dumpOfPostgres } from '../platform/db/postgres-copy.ts';
import { BackupError, backupSentence } from './backup-error.ts';
import { type Copy, type CopyKind, copyName } from './copies.ts';
import { sealInto } from './seal.ts';

/** Where copies go, and what encrypts them. */
export interface BackupPlace {
  folder: string;
  key: string;
}

/**
 * Copies a store as of now, encrypted, into the backup folder, beside servers that go on writing.
 * @throws BackupError with what to look at; the folder then holds no part of it
 */
export async function takeCopy(address: StoreAddress, { folder, key }: BackupPlace): Promise<Copy> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const at = Date.now();
    const name = await (address.databaseUrl === null
      ? takeSqlite(address.dataDir, at, { folder, key })
      : takePostgres(address.databaseUrl, at, { folder, key }));
    return { name, at, bytes: (await stat(join(folder, name))).size };
  } catch (error) {
    throw new BackupError(backupSentence(error, `No se pudo hacer la copia de seguridad en «${folder}»`));
  }
}

/** The plain copy stands beside the data, where it is as safe as they are, and for as long as it takes to encrypt it. */
async function takeSqlite(dataDir: string, at: number, place: BackupPlace): Promise<string> {
  // The server's main thread, which knows this file, has nothing of SQLite.
  const { copySqlite, removeSqlite } = await import('../platform/db/sqlite-copy.ts');
  const plain = join(dataDir, `copia-${randomBytes(6).toString('hex')}.sqlite`);
  try {
    await copySqlite(dataDir, plain);
    // The quickest level: half the time of the usual one for a tenth more bytes.
    const packed = createReadStream(plain).pipe(createGzip({ level: zlib.Z_BEST_SPEED }));
    return await keep('sqlite.gz', at, packed, place);
  } finally {
    await removeSqlite(plain);
  }
}

function takePostgres(databaseUrl: string, at: number, place: BackupPlace): Promise<string> {
  return keep('pgdump', at, dumpOfPostgres(databaseUrl), place);
}

async function keep(
  kind: CopyKind,
  at: number,
  plain: Readable,
  { folder, key }: BackupPlace,
): Promise<string> {
  const name = copyName(at, kind);
  await sealInto(join(folder, name), key, plain);
  return name;
}

/** Whether copies lie on the disk that holds the data, with which they would be lost. */
export function isOnDataDisk({ dataDir, databaseUrl }: StoreAddress, { folder }: BackupPlace): boolean {
  // Where PostgreSQL keeps its data is not known here.
  if (databaseUrl !== null) return false;
  const disk = (path: string) => statSync(path, { throwIfNoEntry: false })?.dev;
  return disk(folder) !== undefined && disk(folder) === disk(dataDir);
}
