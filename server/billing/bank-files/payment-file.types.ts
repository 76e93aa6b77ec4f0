import type { PaymentMeans } from '../../../shared/billing/natures.ts';
import type {
  PaymentColumn,
  PaymentColumnRole,
  PaymentsReading,
} from '../../../shared/billing/payment-columns.ts';
import type { PaymentAsk } from '../../../shared/billing/payments.api.ts';
import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { SheetAccount } from '../../../shared/sheet-account.ts';
import type { Moved } from './reversals.ts';

/** Payment as read from a line of a bank file or a row of a spreadsheet, before the search for the unit. */
export interface ReadPayment {
  /** Line number in a text file, or row number in a spreadsheet. */
  row: number;
  /** Day of the payment by the bank: '2026-03-31'. */
  valueDate: Day;
  /** Amount of the payment in centavos, above 0. */
  amount: Centavos;
  /** Reference written by the payer; '' if empty. */
  reference: string;
  /** Text of the bank besides the reference, including the payer; '' if empty. */
  detail: string;
  /** Name of the unit as written in a spreadsheet; '' if empty. */
  unit: string;
  /** Id of the transaction at a payment gateway; null without a gateway. */
  transaction: string | null;
  /** Means of payment, as stated by the file; null if not stated. */
  means: PaymentMeans | null;
  /** Name of the payer; null if not stated. */
  payer: string | null;
  /**
   * Text of the whole line or row. Equal texts in two files are the same payment; `onceKey` is made from this
   * text.
   */
  identity: string;
}

/**
 * Sheet, header row and columns used to read a spreadsheet of payments. The preview shows the layout and lets
 * the user correct a role.
 */
export interface ReadLayout {
  /** Name of the sheet that was read. */
  sheet: string;
  /** Names of all sheets in the file. */
  sheets: string[];
  /**
   * Source of the column roles: the user's choice now (`hand`), an earlier choice (`remembered`), a known
   * bank, or the header words.
   */
  source: 'hand' | 'remembered' | 'bank' | 'words';
  /** Name of the recognized bank; null if unknown. */
  bank: string | null;
  /** Row number of the header, from 1; 0 if the sheet has no header. */
  headerRow: number;
  /** Columns of the sheet: index from 0, header text, role, and sample texts. */
  columns: { column: number; header: string; role: PaymentColumnRole; samples: string[] }[];
  /** Key of the header, to find the remembered roles for a later file. */
  key: string;
  /** Roles to store under `key`. */
  remember: PaymentColumn[];
}

/**
 * Number and sums of credits (money in) and debits (money out) in a file of payments. Shown in the preview,
 * to compare with the bank's own figures.
 */
export interface Movements {
  /** Number of credits. */
  credits: number;
  /** Sum of the credits, in centavos; may exceed safe integers. */
  creditSum: bigint;
  /** Number of debits. */
  debits: number;
  /** Sum of the debits, in centavos; may exceed safe integers. */
  debitSum: bigint;
}

/**
 * Balance of the bank account as stated by an extract, with the movements besides payments. Opening balance, payments,
 * `outs` and `gaps` add up to the closing balance. Amounts in centavos.
 */
export interface ToldBalance {
  /** First and last day with a movement. */
  from: Day;
  until: Day;
  /** Balance before the first and after the last movement. */
  opening: Centavos;
  closing: Centavos;
  /** Movements of money out, with negative amounts. Returned payments are absent, as the payments themselves. */
  outs: { row: number; day: Day | null; amount: Centavos; text: string }[];
  /** Amounts stated by the balances without a movement, at the row with the balance; null for the final balance. */
  gaps: { row: number | null; amount: Centavos }[];
}

/**
 * Payments, problems and questions after reading an uploaded file of payments, before the search for
 * accounts. With a problem of severity error, no line may be imported.
 */
export interface ReadPaymentFile {
  kind: 'sheet' | 'asobancaria98' | 'asobancaria2001';
  rows: ReadPayment[];
  /** Header of the column with units; null if absent. */
  unitColumn: string | null;
  problems: ImportProblem[];
  /** Questions for the user before the import. Default: empty. */
  asks?: PaymentAsk[];
  /** True if payments of several units wait for a person to divide the money. */
  severalWait?: boolean;
  /** True if the user confirmed unusual payment days. */
  wentOn?: boolean;
  /** Answer of the user about lines like payments of earlier files. Default: not answered. */
  alike?: PaymentsReading['alike'];
  /** Layout used for a spreadsheet; null for other files. */
  layout: ReadLayout | null;
  /** Number and sum of credits and debits in the file; null if not counted. */
  movements: Movements | null;
  /** Balance of the bank account in an extract; null if not stated. Default: null. */
  balance?: ToldBalance | null;
  /** Returns of money in an extract, also of payments in the same file. Default: empty. */
  returns?: Moved[];
  /** State of every cell of a spreadsheet (read, or skipped with a reason); null for other files. */
  account: SheetAccount | null;
}
