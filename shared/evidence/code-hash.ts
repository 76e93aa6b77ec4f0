import { maskedCode } from '../assemblies/code.ts';
import { type Sha256, toHex, utf8 } from './bytes.ts';

/**
 * Hexadecimal digits of a code's hash in lists. The mask leaves 2^35 codes possible, and a computer tries all in seconds: a whole
 * hash would tell the code. Three digits leave 2^23 codes, and the server slows guesses. Mask and digits still tell the
 * codes of a joint apart.
 */
const DIGITS = 3;

/**
 * Hashes the code of a card or badge, so that the door recognizes a scan without storing codes: the first digits of the
 * SHA-256 of the joint's salt and the code, hexadecimal.
 */
export const hashOfCode = (sha256: Sha256, salt: string, code: string): string =>
  toHex(sha256(utf8(salt + code))).slice(0, DIGITS);

/** Entry of a list of codes: masked code, hash and salt of the joint. */
export interface HashedCode {
  code: string;
  codeHash: string;
  salt: string;
}

/**
 * Finds the entry of a code in a joint's list, by mask and hash. Undefined for an unlisted code, and for several entries
 * alike: only the server tells those apart.
 */
export function findHashed<Listed extends HashedCode>(
  sha256: Sha256,
  list: readonly Listed[],
  code: string,
): Listed | undefined {
  const mask = maskedCode(code);
  const alike = list.filter(
    (one) => one.code === mask && one.codeHash === hashOfCode(sha256, one.salt, code),
  );
  return alike.length === 1 ? alike[0] : undefined;
}
