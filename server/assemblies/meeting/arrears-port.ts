import type { Day } from '../../../shared/days.ts';
import type { Debtor } from '../store/roll/debtors.repository.ts';

/**
 * Returns the owners with overdue bills, in the order of the joint's table of units; null if the joint has no
 * billing. Implemented by the billing feature.
 * @param actor person with the request, 'user:12': tasks of different persons take turns
 */
export type ArrearsPort = (
  jointId: number,
  actor: string,
) => Promise<{
  /** Last posting day of the books. */
  asOf: Day;
  debtors: readonly Debtor[];
} | null>;
