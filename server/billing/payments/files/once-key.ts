import { createHash } from 'node:crypto';
import type { ReadPaymentFile } from './payment-file.types.ts';

/**
 * What tells each line of a file from every other payment: what it says, and which of the file's equal lines it is.
 * The same file, or another that brings the same lines, has the same keys.
 */
export function onceKeys({ kind, rows }: ReadPaymentFile): string[] {
  const seen = new Map<string, number>();
  return rows.map(({ identity }) => {
    const occurrence = (seen.get(identity) ?? 0) + 1;
    seen.set(identity, occurrence);
    return createHash('sha256')
      .update(JSON.stringify([kind, identity, occurrence]))
      .digest('base64url');
  });
}
