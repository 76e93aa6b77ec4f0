import { type Sha256, toHex, utf8 } from './bytes.ts';

/**
 * Hashes the code of a card or badge, so that the door recognizes a scan without storing codes: SHA-256 of the
 * joint's salt and the code, hexadecimal.
 */
export const hashOfCode = (sha256: Sha256, salt: string, code: string): string =>
  toHex(sha256(utf8(salt + code)));
