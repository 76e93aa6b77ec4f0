import type { Day } from '../../../shared/days.ts';
import type { Debtor } from '../store/roll/debtors.repository.ts';

/**
 * Function that returns the owners with overdue bills, in the order of the joint's table of units; null if the
 * joint has no billing. Declared here and implemented by the billing feature, because assemblies need the list for
 * the notice and the acta.
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
