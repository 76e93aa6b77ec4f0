import { actOfEntry } from '../../shared/evidence/acts.ts';
import { replayTrail } from '../../shared/evidence/replay.ts';
import { replayBooks } from '../billing/index.ts';
import { entriesWithCodeIds, readsCodeIds } from '../platform/audit/code-ids.repository.ts';
import {
  type ChainVerification,
  type CompareChain,
  type Verification,
  verifyChains,
  verifyChainWith,
} from '../platform/audit/verify.ts';
import { findHeadFaults } from '../platform/audit/verify-heads.ts';
import type { Db } from '../platform/db/engine.ts';
import { compareEvent } from './compare-event.repository.ts';
import { compareEvidence } from './compare-evidence.ts';
import { powersThatDiffer } from './compare-power.repository.ts';
import { compareWithStore } from './compare-store.repository.ts';

/**
 * Verifies every audit chain: hashes of the entries, signed heads, and the stored data against the entries.
 * A changed, removed or inserted entry breaks the chain. A vote, registration or arrival changed in the
 * database contradicts the trail, and is named in a finding.
 */
export const verifyAudit = (db: Db): Promise<Verification> => verifyChains(db, compareChain);

/**
 * Verifies a single audit chain: hashes of the entries, signed heads, and the stored data against the
 * entries.
 * @param chain name of the chain: 'joint:3'
 */
export const verifyChain = (db: Db, chain: string): Promise<ChainVerification> =>
  verifyChainWith(db, chain, compareChain);

const compareChain: CompareChain = async (trx, chain, entries) => {
  const [, kind, id] = /^(billing|event|joint):(\d+)$/.exec(chain) ?? [];
  if (kind === 'event') {
    const found = await compareEvent(trx, Number(id), entries);
    return { findings: found.map((what) => ({ chain, seq: null, what })) };
  }
  if (kind === 'billing') {
    const { found, notKept } = await replayBooks(trx, Number(id), entries);
    return { findings: found.map((one) => ({ chain, ...one })), notKept };
  }
  if (kind !== 'joint') return { findings: [] };
  // Old entries and the store have whole codes, new entries public ids.
  const named = await entriesWithCodeIds(trx, entries);
  const replayed = replayTrail(named.map(actOfEntry));
  const store = await readsCodeIds(trx, Number(id), named);
  const found = [
    ...(await compareWithStore(store, Number(id), replayed)),
    ...(await powersThatDiffer(store, Number(id), replayed)),
    ...(await compareEvidence(trx, entries)),
  ];
  return {
    findings: [
      ...(await findHeadFaults(trx, chain, entries)),
      ...replayed.contradictions.map(({ seq, what }) => ({ chain, seq, what })),
      ...found.map((what) => ({ chain, seq: null, what })),
    ],
  };
};
