import { sha256 } from '@noble/hashes/sha2.js';
import { CODE_ID } from '../../../../shared/assemblies/code.ts';
import type { JointCode } from '../../../../shared/assemblies/codes.api.ts';
import { findHashed } from '../../../../shared/evidence/code-hash.ts';

/**
 * Finds a code in a joint's list, by the mask and hash of the scanned code or by the public id. The list has no whole codes. Hashes
 * without Web Crypto, because a page over http has no Web Crypto. Undefined for an unlisted code and without a list.
 * @param code normalized code, or public id of a code
 */
export function jointCodeOf(codes: readonly JointCode[] | undefined, code: string): JointCode | undefined {
  if (CODE_ID.test(code)) return codes?.find(({ codeId }) => codeId === code);
  return codes && findHashed(sha256, codes, code);
}

/** Returns the public id of a listed code; an unlisted code unchanged, for the server to decide. */
export const codeIdOf = (codes: readonly JointCode[] | undefined, code: string): string =>
  jointCodeOf(codes, code)?.codeId ?? code;
