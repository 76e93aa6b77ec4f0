import type { Day } from '../../../shared/days.ts';
import type { Debtor } from '../store/debtors.repository.ts';

/**
 * Who is in arrears by a joint's books as they are now, in the order of its table; null where it has no books. What the
 * assemblies need of billing, which the application hands in.
 */
export type ArrearsPort = (jointId: number) => Promise<{
  /** The posting day that the books hold everything until. */
  asOf: Day;
  debtors: readonly Debtor[];
} | null>;
