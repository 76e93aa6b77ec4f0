import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { usesBilling } from '../../properties/index.ts';

/**
 * Before anything is posted: the joint is one that is billed. A sector is not, its joint is.
 * @throws Problem billingOff
 */
export async function requireBilling(db: Db, jointId: number): Promise<void> {
  if (!(await usesBilling(db, jointId))) throw new Problem('billingOff');
}
