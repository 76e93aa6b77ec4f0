import type { Db } from '../../../platform/db/engine.ts';
import { Problem } from '../../../platform/http/problem.ts';

/**
 * A transaction of sums that must be exact.
 * @throws Problem balanceTooLarge where what is entered would take an account beyond what it may hold
 */
export const withExactSums = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  withBalanceLimit(() => db.transaction().execute(work));

/** Work on sums that must be exact. @throws Problem balanceTooLarge */
export async function withBalanceLimit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('balanceTooLarge');
    throw error;
  }
}
