import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { ArrivedPayment, ReceiptOfMonth } from '../reports/month-payments.repository.ts';

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
export interface Receipt
  extends Omit<ReceiptOfMonth, 'payment' | 'annulled'>,
    Pick<ArrivedPayment, 'valueDate' | 'reference' | 'means' | 'payer' | 'detail' | 'transaction'> {
  /** Debts paid when the receipt was posted. The amounts add up to interest and capital. */
  applied: readonly Application[];
  /** Debts paid later from the receipt's unused credit. Negative if a paid debt was annulled. */
  later: readonly Application[];
  /** Credits caused by the receipt: a prompt-payment discount, or interest no longer charged. */
  caused: readonly { name: string; amount: Centavos }[];
  /** Reason and day of the annulment; null if valid. */
  annulled: { reason: string; date: Day } | null;
}
