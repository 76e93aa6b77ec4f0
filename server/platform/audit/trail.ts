import { type Db, lockName } from '../db/engine.ts';
import { insertEntry, readTrailEnd } from './trail.repository.ts';

/** The chain of a joint's assemblies; sectors write into their joint's. */
export const jointChain = (rootJointId: number): string => `joint:${rootJointId}`;
/** The chain of an event: its list, and who came. */
export const eventChain = (eventId: number): string => `event:${eventId}`;
/** The chain of a joint's billing: bills, payments, corrections. Its lock is `lockBooks`; votes never wait for it. */
export const billingChain = (jointId: number): string => `billing:${jointId}`;
/** The chain of sign-ins and of changes to users. */
export const ACCOUNTS_CHAIN = 'accounts';
/** The chain of the platform's legal rates of late interest. */
export const RATES_CHAIN = 'rates';
/** Chains without a row to lock. */
const NAMED: ReadonlySet<string> = new Set([ACCOUNTS_CHAIN, RATES_CHAIN]);

/**
 * Adds an entry to a chain, in the transaction of the act itself. The caller holds the chain's lock: `lockJoint` for a
 * joint, `lockEvent` for an event. The chain of accounts is locked here.
 */
export async function appendAudit(
  trx: Db,
  { chain, actor, at }: { chain: string; actor: string; at: number },
  act: string,
  data: unknown,
): Promise<void> {
  if (NAMED.has(chain)) await lockName(trx, chain);
  const { entries, lastHash } = await readTrailEnd(trx, chain);
  const entry = { chain, seq: entries + 1, at, actor, act, data: JSON.stringify(data) };
  await insertEntry(trx, { ...entry, previous_hash: lastHash });
}
