import type { Day } from '../../../shared/days.ts';
import type { Debtor } from '../store/roll/debtors.repository.ts';

/**
 * Returns the owners in arrears by the joint's current books, in the order of the joint's table, or null if the
 * joint has no books. The application passes the implementation of the billing feature.
 * @param actor asking person: persons take turns
 */
export type ArrearsPort = (
  jointId: number,
  actor: string,
) => Promise<{
  /** Last posting day of the books. */
  asOf: Day;
  debtors: readonly Debtor[];
} | null>;
