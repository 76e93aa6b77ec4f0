import { readFile } from 'node:fs/promises';
import { toHex } from '../../../../shared/evidence/bytes.ts';
import { sha256 } from '../../../platform/audit/signing.ts';

/** Verification programs and explanation included in every expediente (file of an assembly). */
export const VERIFIERS = ['verificar.html', 'verificar.py', 'LEAME.txt'];

const folder = import.meta.url.endsWith('.ts') ? '../../evidence/verifiers/' : 'verifiers/';

/** Reads the bytes of a program in `VERIFIERS`, or of the explanation LEAME.txt. */
export const readVerifier = (name: string): Promise<Uint8Array> =>
  readFile(new URL(`${folder}${name}`, import.meta.url));

/**
 * Names and SHA-256 hashes (hexadecimal) of both verification programs, as printed in an acta (PRODUCT §18 rule
 * 13).
 */
export async function hashVerifiers(): Promise<{ name: string; sha256: string }[]> {
  const programs = VERIFIERS.filter((name) => name.startsWith('verificar'));
  return Promise.all(
    programs.map(async (name) => ({ name, sha256: toHex(sha256(await readVerifier(name))) })),
  );
}
