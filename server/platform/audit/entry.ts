import { createHash } from 'node:crypto';

/** Predecessor hash of the first entry of every chain. */
export const GENESIS = '0'.repeat(64);

export interface AuditEntry {
  chain: string;
  seq: number;
  /** Epoch ms. */
  at: number;
  actor: string;
  act: string;
  /** Facts of the act as the hashed JSON text. */
  data: string;
  previous_hash: string;
}

/** SHA-256 over the fields of an entry, a field per line, the predecessor's hash first; hexadecimal. */
export function hashEntry(entry: AuditEntry): string {
  const { previous_hash, chain, seq, at, actor, act, data } = entry;
  return createHash('sha256')
    .update([previous_hash, chain, seq, at, actor, act, data].join('\n'))
    .digest('hex');
}
