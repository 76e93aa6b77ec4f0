import { readAdministrators } from '../../accounts/index.ts';
import { appendAudit, jointChain } from '../../platform/audit/trail.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { queueToOwners } from './owners-queue.ts';

interface Ended {
  rootId: number;
  assemblyId: number;
  /** Ids of the joint and its sectors. */
  family: readonly number[];
  actor: string;
  at: Millis;
}

/**
 * Queues the mail with results and signed head of an ended assembly, for every owner on the roll with an
 * e-mail address. Leaves out administrators, because their summary has both. Called once per assembly.
 */
export async function queueResults(trx: Db, ended: Ended): Promise<void> {
  const { rootId, assemblyId, actor, at } = ended;
  const administrators = await readAdministrators(trx, { rootId });
  const but = new Set(administrators.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])));
  const addresses = await queueToOwners(trx, {
    ...ended,
    kind: 'results',
    once: `results:${assemblyId}`,
    but,
  });
  if (addresses === 0) return;
  await appendAudit(trx, { chain: jointChain(rootId), actor, at }, 'resultsQueued', {
    assemblyId,
    addresses,
  });
}
