import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BackupError } from './error.ts';
import { sealInto, unsealed } from './seal.ts';

const KEY = 'una clave de prueba de 32 bytes o más';
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scaf-seal-'));
  file = join(folder, 'copia.age');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const plaintext = randomBytes(300_000);
const seal = () =>
  sealInto(file, KEY, Readable.from([plaintext.subarray(0, 1000), plaintext.subarray(1000)]));
const open = async (key = KEY) => buffer(await unsealed(file, key));

it('decrypts with the right key only, and restricts the file to the owner', async () => {
  await seal();
  expect((await open()).equals(plaintext)).toBe(true);
  expect(readFileSync(file).includes(plaintext.subarray(5000, 5032))).toBe(false);
  expect(statSync(file).mode & 0o077).toBe(0);
  await expect(open(`${KEY}.`)).rejects.toThrow(BackupError);
});

it('fails if the file was truncated anywhere or a bit changed', async () => {
  await seal();
  const whole = readFileSync(file);
  // In the header, in the first and later blocks, and at block edges.
  for (const at of [0, 1, 50, 150, 200, 300, 65_000, 70_000, 131_500, whole.length - 17, whole.length - 1]) {
    writeFileSync(file, whole.subarray(0, at));
    await expect(open(), `cut at ${at}`).rejects.toThrow();
    const turned = Buffer.from(whole);
    turned.writeUInt8(turned.readUInt8(at) ^ 4, at);
    writeFileSync(file, turned);
    await expect(open(), `turned at ${at}`).rejects.toThrow();
  }
});

it('leaves no file if the source stream fails', async () => {
  const failing = Readable.from(
    (async function* () {
      yield plaintext;
      throw new Error('the disk was pulled out');
    })(),
    { objectMode: false },
  );
  await expect(sealInto(file, KEY, failing)).rejects.toThrow('pulled out');
  expect(readdirSync(folder)).toEqual([]);
});
