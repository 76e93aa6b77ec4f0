import type { AuditCheck } from '../../shared/audit/audit.api.ts';
import type { Db } from '../platform/db/engine.ts';
import { verifyChain } from './verify.ts';

/** The verification of a chain. */
export interface TrailCheckTask {
  kind: 'auditCheck';
  chain: string;
}

/** More would not be read on a screen; the first ones tell where to look. */
const MOST_FINDINGS = 200;

/** Verifies a chain against itself and, where it has what to compare, against the store. For a worker: it takes the thread. */
export async function checkTrailOf(db: Db, { chain }: TrailCheckTask): Promise<AuditCheck> {
  const { summary, findings } = await verifyChain(db, chain);
  return {
    entries: summary.entries,
    lastHash: summary.lastHash,
    at: new Date().toISOString(),
    findings: findings.slice(0, MOST_FINDINGS).map(({ seq, what }) => ({ seq, what })),
  };
}
