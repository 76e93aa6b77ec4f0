import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** Figures of a joint's billing for the grounds to challenge an assembly. */
export interface BillingFigures {
  /** Administration fees of the whole joint in the last issued month, in centavos. */
  monthlyFees: Centavos;
  /** Extraordinary fees of the budget period, in centavos: charged fees, and decided fees of the other months. */
  extraordinaryFees: Centavos;
  /** Units with fines above the limits of Ley 675, art. 59, in the budget period. */
  unitsOverFined: readonly string[];
}

/**
 * Function that reads the figures; null without an issued month. Declared here and implemented by the billing
 * feature.
 * @param period `since`: first day of the budget period; `at`: last instant of the entries
 */
export type BillingFiguresPort = (
  db: Db,
  jointId: number,
  period: { since: Day; at: Millis },
) => Promise<BillingFigures | null>;
