import type { Db } from '../../db/engine.ts';
import { Problem } from '../../http/problem.ts';

/**
 * A transaction of sums that must be exact.
 * @throws Problem balanceTooLarge where what is entered would take an account beyond what it may hold
 */
export async function exactly<T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> {
  try {
    return await db.transaction().execute(work);
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('balanceTooLarge');
    throw error;
  }
}
