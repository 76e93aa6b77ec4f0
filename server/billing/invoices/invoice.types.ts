import type { Letterhead } from '../../../shared/billing/letterhead.ts';
import type { PaymentPlaces } from '../../../shared/billing/where-to-pay.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { StoredLogo } from '../settings/logos.repository.ts';
import type { PaymentQr } from '../settings/where-to-pay.ts';

/** Who bills, and how its invoices are printed: the joint's settings of now. */
export interface Issuer extends PaymentPlaces {
  jointName: string;
  nit: string;
  /** GS1's number of who collects; null: no code to pay with. */
  gln: string | null;
  /** Digits of the amount in the code, unless it is larger. */
  amountDigits: number;
  paymentQr: PaymentQr | null;
  message: string;
  /** The whole form, or only what goes on a pre-printed one. */
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

/** Who runs the joint, what the law says, and the rate in force, with the logo. One object for all bills of a month. */
export interface PrintedLetterhead extends Letterhead {
  logo: StoredLogo | null;
}

/** A bill as it was issued: nothing on its paper is reckoned anew. */
export interface Invoice {
  bill: number;
  month: Month;
  apartmentId: string;
  /** Every unit that it is for, its own among them. */
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
  /** What its month said beside the figures when it was issued; null: issued before that was kept. */
  letterhead: PrintedLetterhead | null;
  annulled: boolean;
}
