import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';

/** Part of a receipt's money that pays a debt, as a row of the printed receipt. */
export interface Application {
  /** Description of the debt in Spanish, with the unit. */
  concept: string;
  apartmentId: string;
  /** Month and due date of the debt. */
  month: Month | null;
  dueDate: Day | null;
  amount: Centavos;
  /** Posting day of the use of the money. */
  postingDate: Day;
}

/** Receipt as posted, with the later uses of its unused credit. */
export interface Receipt {
  receipt: number;
  apartmentId: string;
  owner: string;
  valueDate: Day;
  postingDate: Day;
  reference: string | null;
  means: PaymentMeans | null;
  /** Name of the payer, if not the owner. */
  payer: string | null;
  /** Text of the bank about the payment, besides the reference. */
  detail: string | null;
  amount: Centavos;
  interest: Centavos;
  capital: Centavos;
  credit: Centavos;
  /** Debts paid when the receipt was posted. The amounts add up to interest and capital. */
  applied: readonly Application[];
  /** Debts paid later from the receipt's unused credit. Negative if a paid debt was annulled. */
  later: readonly Application[];
  /** Credits caused by the receipt: a prompt-payment discount, or interest no longer charged. */
  caused: readonly { name: string; amount: Centavos }[];
  annulled: { reason: string; date: Day } | null;
}
