import { hash } from 'node:crypto';

/** Value in place of the hash before the first entry of every audit chain: 64 zeros. */
export const GENESIS = '0'.repeat(64);

/**
 * Audit entry as stored. An audit chain is a list of entries; each entry has the hash of the entry before.
 */
export interface AuditEntry {
  /** Name of the chain: 'joint:3' or 'accounts'. */
  chain: string;
  /** Number of the entry in the chain, from 1. */
  seq: number;
  /** Time of the act, epoch ms. */
  at: number;
  /** Author: 'user:12', or 'code:QR-0123456789abcdef' for a card or badge, with the public id. */
  actor: string;
  /** Name of the recorded action: 'conceptActivated'. */
  act: string;
  /** Facts of the act as JSON, exactly the text included in the hash. */
  data: string;
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
