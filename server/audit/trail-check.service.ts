import type { AuditCheck } from '../../shared/audit/audit.api.ts';
import type { StoreAddress } from '../platform/db/connect.ts';
import { runInWorker } from '../platform/queue/run-in-worker.ts';
import { workerLine } from '../platform/queue/worker-pool.ts';
import type { TrailCheckTask } from './check-trail.ts';

/** A line of its own: verifications take no place from reports. */
const checking = workerLine('waited', 4);

/** Verifies a chain in a worker; the signal ends it. */
export function checkTrail(address: StoreAddress, chain: string, signal: AbortSignal): Promise<AuditCheck> {
  const task: TrailCheckTask = { kind: 'auditCheck', chain };
  return runInWorker<AuditCheck>(address, task, { turns: checking, signal });
}
