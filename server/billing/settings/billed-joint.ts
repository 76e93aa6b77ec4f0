import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { usesBilling } from '../../properties/index.ts';

/**
 * Checks that a joint uses billing. Sectors do not; the joint of a sector does.
 * @throws Problem billingOff
 */
export async function requireBilling(db: Db, jointId: number): Promise<void> {
  if (!(await usesBilling(db, jointId))) throw new Problem('billingOff');
}
