import { type Db, lockName } from '../db/engine.ts';
import { withCodeIds } from './code-ids.repository.ts';
import { factsWithTexts } from './erasable.ts';
import { insertTexts } from './texts.repository.ts';
import { insertEntry, readTrailEnd } from './trail.repository.ts';

/**
 * Returns the name of the audit chain (list of entries linked by hashes) of a joint's assemblies, shared by
 * the sectors of the joint.
 */
export const jointChain = (rootJointId: number): string => `joint:${rootJointId}`;
/**
 * Returns the name of the audit chain (list of entries linked by hashes) of an event: list of participants
 * and arrivals.
 */
export const eventChain = (eventId: number): string => `event:${eventId}`;
/**
 * Returns the name of the audit chain (list of entries linked by hashes) for a joint's bills, payments and
 * corrections. Separate from the votes' chain: writers of billing hold the lock of `lockBooks`, so votes
 * never wait.
 */
export const billingChain = (jointId: number): string => `billing:${jointId}`;
/** Name of the audit chain of sign-ins and user changes. */
export const ACCOUNTS_CHAIN = 'accounts';
/** Name of the audit chain of the legal interest rates. */
export const RATES_CHAIN = 'rates';
/** Chains without a database row to lock: a lock by name is used instead. */
const CHAINS_WITHOUT_ROW: ReadonlySet<string> = new Set([ACCOUNTS_CHAIN, RATES_CHAIN]);

/**
 * Appends an entry to an audit chain, in the transaction of the recorded change. The caller holds the chain's
 * lock: `lockJoint` for a joint, `lockEvent` for an event. The chains of sign-ins and rates are locked here. The entry has
 * the public id in place of each code of a card or badge: a reader of the entry cannot vote, and the hash tells no code.
 * @param entry.actor author: 'user:12' or 'code:…'
 * @param entry.at epoch ms
 * @param act name of the recorded action: 'conceptActivated'
 * @param data facts of the action, stored as JSON; contacts and names of persons as `erasable` texts
 */
export async function appendAudit(
  trx: Db,
  { chain, actor, at }: { chain: string; actor: string; at: number },
  act: string,
  data: unknown,
): Promise<void> {
  if (CHAINS_WITHOUT_ROW.has(chain)) await lockName(trx, chain);
  const { entries, lastHash } = await readTrailEnd(trx, chain);
  const { json, texts } = factsWithTexts(data);
  const [author = '', facts = ''] = await withCodeIds(trx, [actor, json]);
  const entry = { chain, seq: entries + 1, at, actor: author, act, data: facts };
  await insertEntry(trx, { ...entry, previous_hash: lastHash });
  if (texts.length > 0) await insertTexts(trx, entry, texts);
}
