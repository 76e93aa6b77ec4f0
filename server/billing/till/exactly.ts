import type { Db } from '../../platform/db/engine.ts';
import { Problem } from '../../platform/http/problem.ts';

/**
 * Runs `work` in a transaction, and fails before a sum of money reaches the largest exact integer (2⁵³
 * centavos). For changes that add payments.
 * @throws Problem balanceTooLarge if an account would exceed its limit
 */
export const withExactSums = <T>(db: Db, work: (trx: Db) => Promise<T>): Promise<T> =>
  withBalanceLimit(() => db.transaction().execute(work));

/**
 * Runs `work` and turns the RangeError of a sum too large for an exact integer (2⁵³ centavos) into a refusal
 * for the user.
 * @throws Problem balanceTooLarge
 */
export async function withBalanceLimit<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw new Problem('balanceTooLarge');
    throw error;
  }
}
