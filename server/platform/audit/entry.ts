import { createHash } from 'node:crypto';

/** Hash of the missing entry before the first entry of every chain. */
export const GENESIS = '0'.repeat(64);

/** Audit entry as stored. `previous_hash` is the hash of the entry before in the same chain. */
export interface AuditEntry {
  chain: string;
  seq: number;
  /** Time of the act, epoch ms. */
  at: number;
  actor: string;
  act: string;
  /** Facts of the act as JSON, exactly the text included in the hash. */
  data: string;
  previous_hash: string;
}

/**
 * Computes the hash of an audit entry: SHA-256 over the fields, a field per line, the predecessor's hash first;
 * hexadecimal.
 */
export function hashEntry(entry: AuditEntry): string {
  const { previous_hash, chain, seq, at, actor, act, data } = entry;
  return createHash('sha256')
    .update([previous_hash, chain, seq, at, actor, act, data].join('\n'))
    .digest('hex');
}
