import type { AuditCheck } from '../../shared/audit/audit.api.ts';
import type { Db } from '../platform/db/engine.ts';
import { verifyChain } from './verify.ts';

/** Task for a worker: verify an audit chain. */
export interface TrailCheckTask {
  kind: 'auditCheck';
  chain: string;
}

/** Most findings shown on a screen; the first findings tell the place. */
const MOST_FINDINGS = 200;

/**
 * Verifies an audit chain in a worker: hashes, signed heads, and the stored data against the entries.
 * Blocks the thread for seconds.
 */
export async function checkTrailOf(db: Db, { chain }: TrailCheckTask): Promise<AuditCheck> {
  const { summary, findings } = await verifyChain(db, chain);
  return {
    entries: summary.entries,
    lastHash: summary.lastHash,
    at: new Date().toISOString(),
    findings: findings.slice(0, MOST_FINDINGS).map(({ seq, what }) => ({ seq, what })),
  };
}
