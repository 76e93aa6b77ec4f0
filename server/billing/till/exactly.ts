import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * Runs a transaction that requires exact sums.
 * @throws Problem balanceTooLarge if an account would exceed its limit
 */
export const withExactSums = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  withBalanceLimit(() => db.transaction().execute(work));

/** Runs `work` and converts a RangeError of sums. @throws Problem balanceTooLarge */
export async function withBalanceLimit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('balanceTooLarge');
    throw error;
  }
}
