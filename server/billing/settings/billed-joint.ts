import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';
import { usesBilling } from '../../properties/index.ts';

/**
 * Checks that a joint (co-owned property) uses billing. Sectors never use billing; the main joint bills for
 * all sectors.
 * @throws Problem billingOff
 */
export async function requireBilling(db: Db, jointId: number): Promise<void> {
  if (!(await usesBilling(db, jointId))) throw new Problem('billingOff');
}
