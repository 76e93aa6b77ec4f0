import type { PaymentColumn, PaymentColumnRole } from '../../../shared/billing/payment-columns.ts';
import type { PaymentAsk } from '../../../shared/billing/payments.api.ts';
import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { SheetAccount } from '../../../shared/sheet-account.ts';

/** Payment as read from a line of a file. */
export interface ReadPayment {
  /** Line number in a text file, or row number in a spreadsheet. */
  row: number;
  valueDate: Day;
  amount: Centavos;
  /** Text of the payer; '' if empty. */
  reference: string;
  /** Bank text besides the reference, with the payer; '' if empty. */
  detail: string;
  /** Unit as written in a spreadsheet; '' if empty. */
  unit: string;
  /** Identity of the payment: equal in every file that contains the line. */
  identity: string;
}

/** Layout used to read a spreadsheet. */
export interface ReadLayout {
  sheet: string;
  /** Names of all sheets. */
  sheets: string[];
  source: 'hand' | 'remembered' | 'bank' | 'words';
  bank: string | null;
  /** 1-based; 0 if the sheet has no header. */
  headerRow: number;
  columns: { column: number; header: string; role: PaymentColumnRole; samples: string[] }[];
  /** Key of the layout, and its columns to remember. */
  key: string;
  remember: PaymentColumn[];
}

/** Count and sum of credits and debits, in centavos. Sums may exceed safe integers. */
export interface Movements {
  credits: number;
  creditSum: bigint;
  debits: number;
  debitSum: bigint;
}

/** Result of reading a file. Nothing may be imported if a problem is an error. */
export interface ReadPaymentFile {
  kind: 'sheet' | 'asobancaria98' | 'asobancaria2001';
  rows: ReadPayment[];
  /** Header of the unit column; null if absent. */
  unitColumn: string | null;
  problems: ImportProblem[];
  /** Questions for the user. Default: empty. */
  asks?: PaymentAsk[];
  /** True if the user confirmed the unusual days. */
  wentOn?: boolean;
  /** Only for spreadsheets. */
  layout: ReadLayout | null;
  movements: Movements | null;
  /** Result of each cell; only for spreadsheets. */
  account: SheetAccount | null;
}
