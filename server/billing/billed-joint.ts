import type { Db } from '../db/engine.ts';
import { Problem } from '../http/problem.ts';

/**
 * Before anything is posted: the joint is one that is billed. A sector is not, its joint is.
 * @throws Problem billingOff
 */
export async function requireBilling(db: Db, jointId: number): Promise<void> {
  const joint = await db
    .selectFrom('joint')
    .select('uses_billing')
    .where('joint_id', '=', jointId)
    .executeTakeFirst();
  if (joint?.uses_billing !== 1) throw new Problem('billingOff');
}
