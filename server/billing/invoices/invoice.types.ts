import type { Letterhead } from '../../../shared/billing/letterhead.ts';
import type { PaymentPlaces } from '../../../shared/billing/where-to-pay.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';
import type { LateAmount } from '../accounts/settlement.ts';
import type { StoredLogo } from '../settings/logos.repository.ts';
import type { PaymentQr } from '../settings/where-to-pay.ts';

/** Joint as issuer of bills: name, NIT, places to pay, and the current print settings. */
export interface Issuer extends PaymentPlaces {
  jointName: string;
  /** Current colour and crest of the joint. */
  face: PaperFace;
  /** Tax number of the joint, as printed; '' if unknown. */
  nit: string;
  /** GS1 number that identifies the joint as payment collector. Null: bills carry no payment bar code. */
  gln: string | null;
  /** Minimum digits of the amount in the payment bar code. */
  amountDigits: number;
  /** QR code printed for payments; null without a code. */
  paymentQr: PaymentQr | null;
  /** Text of the administrator, printed on every bill. */
  message: string;
  /** Form of the bills: complete (`full`), or only the data, for pre-printed paper (`data`). */
  form: 'full' | 'data';
  /** True for a joint with a stock of pre-printed paper: the full form too has the places of the paper. */
  hasStock: boolean;
  /** Printer offset of the content to the right, in millimetres. */
  offsetX: number;
  /** Printer offset of the content down, in millimetres. */
  offsetY: number;
}

/**
 * Line of a printed bill: a charge with the amount of the month and the unpaid amount from earlier months, in
 * centavos.
 */
export interface InvoiceConcept {
  /** Name of the charge, as printed: 'Cuota de administración'. */
  concept: string;
  /** Amount charged for the month of the bill. */
  period: Centavos;
  /** Unpaid amount from earlier months. */
  overdue: Centavos;
}

/**
 * Letterhead of a month's bills, stored at the issue so that later prints look equal: administrator, legal
 * text, interest rate and logo.
 */
export interface PrintedLetterhead extends Letterhead {
  /** Logo as stored; null for the mark of SCAF. */
  logo: StoredLogo | null;
}

/** Earlier bill of an account, as printed on the next bills. Amounts in centavos. */
export interface EarlierBill {
  month: Month;
  total: Centavos;
  /** Sum of the payments after the bill, until the next bill. */
  paid: Centavos;
}

/** Step from the previous bill to the total of a bill: a group of movements. Amount in centavos, negative if in favour. */
export interface DebtStep {
  text: string;
  amount: Centavos;
}

/** Issued bill with all values to print, as stored at the issue. Printing computes no amount again. */
export interface Invoice {
  /** Number of the bill. */
  bill: number;
  month: Month;
  /** Id of the unit that receives the bill. */
  apartmentId: string;
  /** Ids of all units charged on the bill, including the unit that receives the bill. */
  units: readonly string[];
  /** Name of the owner at the issue. */
  owner: string;
  ownerDocument: string | null;
  /** Payment reference for the bank, in digits. */
  reference: string;
  issueDate: Day;
  dueDate: Day;
  /** Total in centavos. Negative: in favour of the unit. */
  total: Centavos;
  /** Discount for a payment up to the day `until`; null without a discount. */
  discount: { amount: Centavos; until: Day } | null;
  /**
   * Amount to pay on the first day after the due date and the days of grace, as of the issue; `total` is null without a
   * legal ceiling at the issue. Null without an amount due, and for bills issued before the amount was stored.
   */
  late: LateAmount | null;
  /** Sum of the payments since the previous bill, in centavos. */
  previousPayment: Centavos;
  /** Number of unpaid instalments from earlier months. */
  overdueInstalments: number;
  lines: readonly InvoiceConcept[];
  /** Bills of the six months before, valid at the issue, oldest first. */
  earlier: readonly EarlierBill[];
  /** Steps from the previous bill to the total ('¿Por qué debo esto?'), with the total as sum. */
  steps: readonly DebtStep[];
  /** Payment agreements of the account not paid at the issue, in words; '' without an agreement. */
  agreement: string;
  /** Time to challenge the fines charged by the bill, in words; '' without a fine. */
  fineTerm: string;
  /** Letterhead stored when the month was issued. */
  letterhead: PrintedLetterhead;
  /** True if the bill was annulled after the issue. */
  annulled: boolean;
}
