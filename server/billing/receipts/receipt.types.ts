import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';

/** Money of a receipt allocated to a debt. */
export interface Application {
  /** Description of the debt, and its unit. */
  concept: string;
  apartmentId: string;
  /** Month and due date of the debt. */
  month: Month | null;
  dueDate: Day | null;
  amount: Centavos;
  /** Day in the books. */
  postingDate: Day;
}

/** Receipt as posted, with later allocations of its credit. */
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
  /** Later allocations of the credit. Negative if a paid debt was annulled. */
  later: readonly Application[];
  /** Credits caused by the receipt: a discount, or interest no longer charged. */
  caused: readonly { name: string; amount: Centavos }[];
  annulled: { reason: string; date: Day } | null;
}
