import type { AuditCheck } from '../../shared/audit/audit.api.ts';
import type { StoreAddress } from '../platform/db/connect.ts';
import { Turns } from '../platform/lib/semaphore.ts';
import { runInWorker } from '../platform/queue/run-in-worker.ts';
import type { TrailCheckTask } from './check-trail.ts';

/** Turns of its own: a verification does not wait for anybody's report. */
const checking = new Turns(1, 4);

/** Verifies a chain in a worker; the signal ends it. */
export function checkTrail(address: StoreAddress, chain: string, signal: AbortSignal): Promise<AuditCheck> {
  const task: TrailCheckTask = { kind: 'auditCheck', chain };
  return runInWorker<AuditCheck>(address, task, { turns: checking, signal });
}
