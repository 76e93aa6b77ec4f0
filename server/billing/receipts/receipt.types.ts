import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';

/** Debt paid with a part of a receipt's money: a row of the printed receipt ('recibo de caja'). */
export interface Application {
  /** Description of the debt in Spanish, with the unit. */
  concept: string;
  /** Id of the unit with the debt. */
  apartmentId: string;
  /** Month of the debt; null for a debt without a month. */
  month: Month | null;
  /** Due date of the debt; null without a date. */
  dueDate: Day | null;
  /** Money used, in centavos. */
  amount: Centavos;
  /** Posting day of the use of the money. */
  postingDate: Day;
}

/**
 * Receipt for a payment ('recibo de caja') with all data to print, including later uses of money in favour of
 * the unit.
 */
export interface Receipt {
  /** Number of the receipt. */
  receipt: number;
  /** Id of the billed unit (account). */
  apartmentId: string;
  owner: string;
  /** Day of the payment. */
  valueDate: Day;
  /** Day in the ledger. */
  postingDate: Day;
  /** Reference of the payer or the bank; null without a reference. */
  reference: string | null;
  means: PaymentMeans | null;
  /** Name of the payer, if not the owner. */
  payer: string | null;
  /** Text of the bank about the payment, besides the reference. */
  detail: string | null;
  /** Id of the transaction at a payment gateway; null without a gateway. */
  transaction: string | null;
  /** Amount of the payment, in centavos: the sum of interest, capital and credit. */
  amount: Centavos;
  /** Part used to pay late interest. */
  interest: Centavos;
  /** Part used to pay charges. */
  capital: Centavos;
  /** Part not used when the receipt was posted. */
  credit: Centavos;
  /** Debts paid when the receipt was posted. The amounts add up to interest and capital. */
  applied: readonly Application[];
  /** Debts paid later from the receipt's unused credit. Negative if a paid debt was annulled. */
  later: readonly Application[];
  /** Credits caused by the receipt: a prompt-payment discount, or interest no longer charged. */
  caused: readonly { name: string; amount: Centavos }[];
  /** Reason and day of the annulment; null if valid. */
  annulled: { reason: string; date: Day } | null;
}
