import type { Letterhead } from '../../../shared/billing/letterhead.ts';
import type { PaymentPlaces } from '../../../shared/billing/where-to-pay.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { StoredLogo } from '../settings/logos.repository.ts';
import type { PaymentQr } from '../settings/where-to-pay.ts';

/** Joint as issuer, with the current print settings. */
export interface Issuer extends PaymentPlaces {
  jointName: string;
  nit: string;
  /** GS1 number of the collector; null: no payment code. */
  gln: string | null;
  /** Minimum digits of the amount in the code. */
  amountDigits: number;
  paymentQr: PaymentQr | null;
  message: string;
  /** Full form, or only the data for a pre-printed form. */
  form: 'full' | 'data';
  /** Millimetres to the right and down. */
  offsetX: number;
  offsetY: number;
}

export interface InvoiceLine {
  concept: string;
  period: Centavos;
  overdue: Centavos;
}

/** Administrator, legal text, rate and logo. Shared by all bills of a month. */
export interface PrintedLetterhead extends Letterhead {
  logo: StoredLogo | null;
}

/** Bill as issued. Papers compute no value again. */
export interface Invoice {
  bill: number;
  month: Month;
  apartmentId: string;
  /** All units of the bill, including the account's own unit. */
  units: readonly string[];
  owner: string;
  ownerDocument: string | null;
  reference: string;
  issueDate: Day;
  dueDate: Day;
  /** Negative: in favour of the unit. */
  total: Centavos;
  discount: { amount: Centavos; until: Day } | null;
  previousPayment: Centavos;
  overdueInstalments: number;
  lines: readonly InvoiceLine[];
  /** Letterhead at the issue. Null for months issued before letterheads were stored. */
  letterhead: PrintedLetterhead | null;
  annulled: boolean;
}
