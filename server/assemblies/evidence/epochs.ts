import { isHeadOfAnother, makeHead } from '../../platform/audit/heads.ts';
import type { Signer } from '../../platform/audit/signing.ts';
import { jointChain } from '../../platform/audit/trail.ts';
import { type Db, lockJoint } from '../../platform/db/engine.ts';
import { listCurrentRoots } from '../store/assembly.repository.ts';
import { raiseRevisions } from '../store/revisions.repository.ts';

/**
 * Makes a new head for each joint whose last one is of an epoch before the store's restore, or of another key: what
 * clients hold may contradict it from here on, and the head says why.
 * @returns the joints whose head is new
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
