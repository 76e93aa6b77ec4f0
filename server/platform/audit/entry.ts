import { hash } from 'node:crypto';
import type { EntryLeaf } from '../../../shared/evidence/leaves.ts';

/** Value in place of the hash before the first entry of every audit chain: 64 zeros. */
export const GENESIS = '0'.repeat(64);

/**
 * Audit entry as stored. An audit chain is a list of entries; each entry has the hash of the entry before.
 */
export interface AuditEntry extends Omit<EntryLeaf, 'hash'> {
  /** Hash of the entry before in the same chain; GENESIS for the first entry. */
  previous_hash: string;
}

/**
 * Computes the hash of an audit entry: SHA-256 over the fields, a field per line, the predecessor's hash first;
 * hexadecimal.
 */
export function hashEntry(entry: AuditEntry): string {
  const { previous_hash, chain, seq, at, actor, act, data } = entry;
  return hash('sha256', [previous_hash, chain, seq, at, actor, act, data].join('\n'));
}
