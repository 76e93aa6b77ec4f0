import { createHash } from 'node:crypto';
import { type Db, lockName } from '../db/engine.ts';

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

/** Where a chain stood when it was read: printed on reports, so that a changed past shows. */
export interface TrailEnd {
  chain: string;
  entries: number;
  lastHash: string;
}

/** The chain of a joint's assemblies; sectors write into their joint's. */
export const jointChain = (rootJointId: number): string => `joint:${rootJointId}`;
/** The chain of an event: its list, and who came. */
export const eventChain = (eventId: number): string => `event:${eventId}`;
/** The chain of what was billed, paid and corrected in a joint: votes never wait for it. Its turn is `lockBooks`. */
export const billingChain = (jointId: number): string => `billing:${jointId}`;
/** The chain of sign-ins and of changes to users. */
export const ACCOUNTS_CHAIN = 'accounts';
/** The chain of the platform's legal rates of late interest. */
export const RATES_CHAIN = 'rates';
/** Chains without a row to lock. */
const NAMED: ReadonlySet<string> = new Set([ACCOUNTS_CHAIN, RATES_CHAIN]);

/** SHA-256 over the entry's fields, one a line, the predecessor's hash first; hexadecimal. */
export function hashEntry(entry: AuditEntry): string {
  const { previous_hash, chain, seq, at, actor, act, data } = entry;
  return createHash('sha256')
    .update([previous_hash, chain, seq, at, actor, act, data].join('\n'))
    .digest('hex');
}

/** A chain that holds nothing ends with GENESIS. */
export async function readTrailEnd(db: Db, chain: string): Promise<TrailEnd> {
  const last = await db
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return { chain, entries: last?.seq ?? 0, lastHash: last?.hash ?? GENESIS };
}

/**
 * Adds an entry to a chain, in the transaction of the act itself. The caller has the chain's turn to write: a
 * joint's by `lockJoint`, an event's by `lockEvent`; the accounts chain takes its own here.
 */
export async function appendAudit(
  trx: Db,
  fact: { chain: string; actor: string; act: string; at: number; data: unknown },
): Promise<void> {
  if (NAMED.has(fact.chain)) await lockName(trx, fact.chain);
  const last = await readTrailEnd(trx, fact.chain);
  const entry: AuditEntry = {
    chain: fact.chain,
    seq: last.entries + 1,
    at: fact.at,
    actor: fact.actor,
    act: fact.act,
    data: JSON.stringify(fact.data),
    previous_hash: last.lastHash,
  };
  await trx
    .insertInto('audit_entry')
    .values({ ...entry, hash: hashEntry(entry) })
    .execute();
}
