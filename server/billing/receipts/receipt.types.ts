import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';

/** Money of a receipt that went to a debt. */
export interface Application {
  /** What the debt is called, and the unit it is for. */
  concept: string;
  apartmentId: string;
  /** The month it is of, and when it fell due. */
  month: Month | null;
  dueDate: Day | null;
  amount: Centavos;
  /** When it counts in the books. */
  postingDate: Day;
}

/** A receipt as it was posted, and what its money did since. */
export interface Receipt {
  receipt: number;
  apartmentId: string;
  owner: string;
  valueDate: Day;
  postingDate: Day;
  reference: string | null;
  amount: Centavos;
  interest: Centavos;
  capital: Centavos;
  credit: Centavos;
  /** Adds up to interest and capital. */
  applied: readonly Application[];
  /** Where its credit went later; negative where a debt that it had paid was annulled. */
  later: readonly Application[];
  /** Credits that came with it: a discount, interest that is not charged after all. */
  caused: readonly { name: string; amount: Centavos }[];
  annulled: { reason: string; date: Day } | null;
}
