import { isHeadOfAnother, makeHead } from '../../platform/audit/heads.ts';
import type { Signer } from '../../platform/audit/signing.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import { listCurrentRoots } from '../store/assembly.repository.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';

/**
 * Makes a new signed head (signed state of the audit trail) for each joint (co-owned property) with a last
 * head from before a restore or from another key. After a restore, heads stored on clients may contradict the
 * trail; the new head tells the reason.
 * @returns the ids of joints with a new head
 */
export async function beginEvidenceEpochs({ db, signer }: { db: Db; signer: Signer }): Promise<number[]> {
  const begun: number[] = [];
  for (const rootId of await listCurrentRoots(db)) {
    const chain = jointChain(rootId);
    const isNew = await db.transaction().execute(async (trx) => {
      await lockJoint(trx, rootId);
      if (!(await isHeadOfAnother(trx, signer, chain))) return false;
      await makeHead(trx, signer, chain, { moment: 'epoca', at: Date.now(), closings: [] });
      await raiseRevisions(trx, {
        attendance: new Set(),
        concepts: new Set([rootId]),
        votes: new Set(),
      });
      return true;
    });
    if (isNew) begun.push(rootId);
  }
  return begun;
}
