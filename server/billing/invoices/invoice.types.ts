import type { Letterhead } from '../../../shared/billing/letterhead.ts';
import type { PaymentPlaces } from '../../../shared/billing/where-to-pay.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { StoredLogo } from '../settings/logos.repository.ts';
import type { PaymentQr } from '../settings/where-to-pay.ts';

/** Joint that issues the bills, with the current print settings. */
export interface Issuer extends PaymentPlaces {
  jointName: string;
  nit: string;
  /** GS1 number that identifies the joint as payment collector. Null: bills carry no payment bar code. */
  gln: string | null;
  /** Minimum digits of the amount in the payment bar code. */
  amountDigits: number;
  paymentQr: PaymentQr | null;
  message: string;
  /** Form of the bills: complete (`full`), or only the data, for pre-printed paper (`data`). */
  form: 'full' | 'data';
  /** Printer offset of the content in millimetres, to the right (X) and down (Y). */
  offsetX: number;
  offsetY: number;
}

/**
 * Line of a printed bill: concept, amount of the month (`period`) and amount carried over from earlier months
 * (`overdue`), in centavos.
 */
export interface InvoiceConcept {
  concept: string;
  period: Centavos;
  overdue: Centavos;
}

/** Letterhead of a month's bills: administrator, legal text, interest rate and logo. */
export interface PrintedLetterhead extends Letterhead {
  logo: StoredLogo | null;
}

/** Bill as issued, with all values to print. No value is computed again. */
export interface Invoice {
  bill: number;
  month: Month;
  apartmentId: string;
  /** Ids of all units charged on the bill, including the unit that receives the bill. */
  units: readonly string[];
  owner: string;
  ownerDocument: string | null;
  reference: string;
  issueDate: Day;
  dueDate: Day;
  /** Total in centavos. Negative: in favour of the unit. */
  total: Centavos;
  discount: { amount: Centavos; until: Day } | null;
  previousPayment: Centavos;
  overdueInstalments: number;
  lines: readonly InvoiceConcept[];
  /** Letterhead stored when the month was issued. Null for months issued before letterheads were stored. */
  letterhead: PrintedLetterhead | null;
  annulled: boolean;
}
