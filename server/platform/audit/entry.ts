import { createHash } from 'node:crypto';

/** The hash that the first entry of every chain carries as its predecessor's. */
export const GENESIS = '0'.repeat(64);

export interface AuditEntry {
  chain: string;
  seq: number;
  /** Epoch ms. */
  at: number;
  actor: string;
  act: string;
  /** The act's facts as the JSON text that was hashed. */
  data: string;
  previous_hash: string;
}

/** SHA-256 over the entry's fields, one a line, the predecessor's hash first; hexadecimal. */
export function hashEntry(entry: AuditEntry): string {
  const { previous_hash, chain, seq, at, actor, act, data } = entry;
  return createHash('sha256')
    .update([previous_hash, chain, seq, at, actor, act, data].join('\n'))
    .digest('hex');
}
