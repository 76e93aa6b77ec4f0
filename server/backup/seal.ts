import { hkdfSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { isSystemError } from '../platform/lib/disk-trouble.ts';
import { BackupError } from './backup-error.ts';

/**
 * The key is 32 bytes or more by configuration, so stretching it protects nothing further: 2^12 takes some
 * milliseconds at each copy, where the usual 2^18 takes seconds.
 */
const WORK_FACTOR = 12;

/** The name of a key, which copies bear, and from which the key cannot be found. */
export const keyIdOf = (key: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'scaf key id', 4)).toString('hex');

/**
 * Encrypts a stream into a file: an age file with a passphrase, which `age -d` opens too. The file gets its name when
 * it is complete and synced; its folder is synced as well.
 */
export async function sealInto(file: string, key: string, plain: Readable): Promise<void> {
  const draft = `${file}.part`;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  try {
    const sealed = await encrypter.encrypt(Readable.toWeb(plain) as globalThis.ReadableStream<Uint8Array>);
    await pipeline(
      Readable.fromWeb(sealed as ReadableStream<Uint8Array>),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await sync(draft);
    await rename(draft, file);
    await sync(dirname(file));
  } catch (error) {
    plain.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * The plain content of a sealed file. The stream fails where the file was cut or changed: the part given until then must
 * not be used.
 * @throws BackupError where the key is another; the system's own error where the disk does not give the file
 */
export async function unsealed(file: string, key: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  const sealed = Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>;
  try {
    const plain = (await decrypter.decrypt(sealed)) as ReadableStream<Uint8Array>;
    return Readable.from(wholeOf(file, plain), { objectMode: false });
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new BackupError(
      'La copia no se puede abrir: revise que BACKUP_KEY sea la clave con la que se hizo y que el archivo esté completo.',
    );
  }
}

/** The error of a copy that was cut or changed. */
export const tornCopy = (file: string): BackupError =>
  new BackupError(`La copia «${basename(file)}» está incompleta o fue modificada: use otra.`);

async function* wholeOf(file: string, plain: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* plain;
  } catch (error) {
    throw isSystemError(error) ? error : tornCopy(file);
  }
}

/**
 * Reads a sealed file to its end.
 * @returns the Spanish sentence of what is wrong with the copy; null for a whole one
 * @throws the system's own error where the disk does not give the file
 */
export async function faultOfCopy(file: string, key: string): Promise<string | null> {
  try {
    for await (const _ of await unsealed(file, key));
    return null;
  } catch (error) {
    if (error instanceof BackupError) return error.message;
    throw error;
  }
}

/** A file, or a folder's list of names, on the disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
