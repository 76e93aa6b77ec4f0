import { hkdfSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { isSystemError } from '../platform/lib/disk-trouble.ts';
import { BackupError } from './error.ts';

/**
 * Work factor (2^12) of the key stretching in age files. Configured keys have at least 32 bytes, so stretching adds
 * no safety: 2^12 takes milliseconds per copy, the default 2^18 takes seconds.
 */
const WORK_FACTOR = 12;

/**
 * Returns a short public id of a backup key, part of a copy's file name, to find the key needed for a copy.
 * The key cannot be computed from the id.
 */
export const keyIdOf = (key: string): string =>
  Buffer.from(hkdfSync('sha256', key, '', 'scaf key id', 4)).toString('hex');

/**
 * Encrypts a stream into a file in the format of the program age, with a passphrase (`age -d` opens the
 * file). The file appears under the name only once complete and synced.
 */
export async function sealInto(file: string, key: string, plaintext: Readable): Promise<void> {
  const draft = `${file}.part`;
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  encrypter.setScryptWorkFactor(WORK_FACTOR);
  try {
    const sealed = await encrypter.encrypt(
      Readable.toWeb(plaintext) as globalThis.ReadableStream<Uint8Array>,
    );
    await pipeline(
      Readable.fromWeb(sealed as ReadableStream<Uint8Array>),
      createWriteStream(draft, { mode: 0o600 }),
    );
    await sync(draft);
    await rename(draft, file);
    await sync(dirname(file));
  } catch (error) {
    plaintext.destroy();
    await rm(draft, { force: true });
    throw error;
  }
}

/**
 * Decrypts a file written by `sealInto`. The stream fails if the file was truncated or modified; then
 * discard everything read before.
 * @throws BackupError if the key is wrong; the system's error if the disk fails
 */
export async function unsealed(file: string, key: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  const sealed = Readable.toWeb(createReadStream(file)) as globalThis.ReadableStream<Uint8Array>;
  try {
    const plaintext = (await decrypter.decrypt(sealed)) as ReadableStream<Uint8Array>;
    return Readable.from(wholeOf(file, plaintext), { objectMode: false });
  } catch (error) {
    if (isSystemError(error)) throw error;
    throw new BackupError(
      'La copia no se puede abrir: revise que BACKUP_KEY sea la clave con la que se hizo y que el archivo esté completo.',
    );
  }
}

/** Makes the error for a truncated or modified copy. */
export const tornCopy = (file: string): BackupError =>
  new BackupError(`La copia «${basename(file)}» está incompleta o fue modificada: use otra.`);

async function* wholeOf(file: string, plaintext: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* plaintext;
  } catch (error) {
    throw isSystemError(error) ? error : tornCopy(file);
  }
}

/**
 * Checks an encrypted copy by reading to the end.
 * @returns Spanish sentence about the fault, or null for a sound copy
 * @throws the system's error if the disk fails
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

/** Flushes a file or a folder to disk. */
export async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
