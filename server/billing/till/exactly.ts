import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * Runs a transaction with sums of money, and fails before a sum reaches the largest exact integer (2⁵³
 * centavos).
 * @throws Problem balanceTooLarge if an account would exceed its limit
 */
export const withExactSums = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  withBalanceLimit(() => db.transaction().execute(work));

/** Runs `work` and converts the RangeError of a sum that is too large. @throws Problem balanceTooLarge */
export async function withBalanceLimit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('balanceTooLarge');
    throw error;
  }
}
