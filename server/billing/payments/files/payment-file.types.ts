import type { PaymentColumn, PaymentColumnRole } from '../../../../shared/billing/payment-columns.ts';
import type { PaymentAsk } from '../../../../shared/billing/payments.api.ts';
import type { Day } from '../../../../shared/days.ts';
import type { Centavos } from '../../../../shared/money.ts';
import type { ImportProblem } from '../../../../shared/properties/apartments.api.ts';
import type { SheetAccount } from '../../../../shared/sheet-account.ts';

/** A payment as a line of a file says it. */
export interface ReadPayment {
  /** The line as a text editor numbers it, or the row as the spreadsheet program does. */
  row: number;
  valueDate: Day;
  amount: Centavos;
  /** What whoever paid wrote; '' where nothing stands there. */
  reference: string;
  /** What the bank says of it beside the reference: its text, who paid; '' where it says nothing. */
  detail: string;
  /** What a spreadsheet says of the unit; '' where it says nothing. */
  unit: string;
  /** What the line says of the payment: the same in every file that brings it. */
  identity: string;
}

/** How a spreadsheet was read. */
export interface ReadLayout {
  sheet: string;
  /** The sheets that there are. */
  sheets: string[];
  source: 'hand' | 'remembered' | 'bank' | 'words';
  bank: string | null;
  /** 1-based; 0: the sheet has none. */
  headerRow: number;
  columns: { column: number; header: string; role: PaymentColumnRole; samples: string[] }[];
  /** By which the layout is found again, and what is remembered of it. */
  key: string;
  remember: PaymentColumn[];
}

/** What came in and what went out, counted and summed in centavos; sums may be beyond what a number holds exactly. */
export interface Movements {
  credits: number;
  creditSum: bigint;
  debits: number;
  debitSum: bigint;
}

/** With an error among the problems nothing may be imported. */
export interface ReadPaymentFile {
  kind: 'sheet' | 'asobancaria98' | 'asobancaria2001';
  rows: ReadPayment[];
  /** What the header calls the unit; null where no column names it. */
  unitColumn: string | null;
  problems: ImportProblem[];
  /** What a person has to say; left out: nothing. */
  asks?: PaymentAsk[];
  /** The person was asked about unusual days, and goes on. */
  wentOn?: boolean;
  /** Of spreadsheets. */
  layout: ReadLayout | null;
  movements: Movements | null;
  /** What became of each cell, of spreadsheets. */
  account: SheetAccount | null;
}
