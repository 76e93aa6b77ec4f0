import { type Db, lockName } from '../db/engine.ts';
import { insertEntry, readTrailEnd } from './trail.repository.ts';

/** Chain of a joint's assemblies, shared by the sectors. */
export const jointChain = (rootJointId: number): string => `joint:${rootJointId}`;
/** Chain of an event: list and arrivals. */
export const eventChain = (eventId: number): string => `event:${eventId}`;
/** Chain of a joint's billing: bills, payments, corrections. Locked by `lockBooks`; votes never wait. */
export const billingChain = (jointId: number): string => `billing:${jointId}`;
/** Chain of sign-ins and user changes. */
export const ACCOUNTS_CHAIN = 'accounts';
/** Chain of the legal interest rates. */
export const RATES_CHAIN = 'rates';
/** Chains without a row to lock. */
const NAMED: ReadonlySet<string> = new Set([ACCOUNTS_CHAIN, RATES_CHAIN]);

/**
 * Appends an entry to a chain, in the transaction of the act. The caller holds the chain's lock: `lockJoint` for a
 * joint, `lockEvent` for an event. Named chains are locked here.
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
