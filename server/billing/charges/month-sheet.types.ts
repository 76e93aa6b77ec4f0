import type { SheetAsk, SheetColumn } from '../../../shared/billing/drafts.api.ts';
import type { ChargeNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder, SheetAccount } from '../../../shared/sheet-account.ts';
import type { RememberedColumn } from '../store/months.repository.ts';
import type { Meaning } from './column-words.ts';
import type { UnitIndex } from './unit-index.ts';

/** Choices of the user for a sheet. Missing choices are found automatically. */
export interface MonthChoices {
  sheet?: string;
  /** 1-based; last or first row of a two-row header. */
  headerRow?: number;
  columns?: readonly SheetColumn[];
  /** Requested month. Of several tables, the table named like the month is read. */
  month?: Month;
  /** Sheets with other units left unread on purpose, and sheets joined with the first. */
  skipSheets?: readonly string[];
  joinSheets?: readonly string[];
  /** Latest day of a payment. */
  today?: Day;
  /** Order of day and month, if ambiguous. */
  dayOrder?: DayOrder;
  /** Due date of the bills; null: the joint's due day, despite the sheet. */
  dueDate?: Day | null;
}

/** Data of the joint for reading a sheet. */
export interface UnitGrounds {
  units: UnitIndex;
  concepts: readonly { name: string; nature: ChargeNature }[];
  /** True if the books have movements: balances are compared, and the ledger computes interest. */
  begun: boolean;
  /** True if the ledger gives prompt-payment discounts, by the joint's setting or by valid bills. */
  discounts?: boolean;
  /** Columns mapped by hand in earlier sheets of the joint. */
  remembered: readonly RememberedColumn[];
}

/** Column of the sheet with its role. */
export interface ColumnFound extends SheetColumn {
  /** Header text, or the column letter if empty. */
  header: string;
  samples: string[];
  byHand: boolean;
  /** Mapped by hand in an earlier sheet with the same header. */
  remembered?: true;
  /** Mapped in the current request. */
  asked?: true;
  /** Meaning of the header's words; null if unknown. */
  meaning: Meaning['kind'] | null;
  /** Charges are named by the sheet's concept column. */
  conceptOfRow?: true;
  /** Amounts are in favour of the unit, with any sign. */
  inFavour?: true;
  /** The column has the month's due date, equal in all rows. */
  isDueDay?: true;
  /** Amounts under an unknown header: a question, not read before the answer. */
  unknown?: true;
  /** Late interest not read, because the ledger computes interest. Totals may include the amounts. */
  leftOut?: true;
}

export interface ConceptNamed {
  name: string;
  nature: ChargeNature;
}

/** Position in a file. */
export interface Place {
  /** Sheet name, if several sheets are read. */
  sheet?: string;
  /** Row number as in the spreadsheet program. */
  row: number;
}

/** Row of the sheet with its unit and its amounts, without amounts of 0. */
export interface MonthSheetRow extends Place {
  /** Spelling of the joint's table. */
  apartmentId: string;
  charges: { concept: ConceptNamed; amount: Centavos }[];
  openings: {
    role: 'opening' | 'openingInterest';
    concept: ConceptNamed | null;
    dueDate: Day | null;
    amount: Centavos;
    column: string;
  }[];
  /** Late interest of the month, from the sheet. */
  interest: Centavos;
  payment: Centavos;
  /** Prompt-payment discount in the sheet, if the ledger gives discounts. */
  discount: { amount: Centavos; column: string } | null;
  /** Day of the payment, if in the sheet. */
  paidOn: Day | null;
  /** Null if the sheet has no balance. */
  balance: { amount: Centavos; dueDate: Day | null; column: string } | null;
  totals: { amount: Centavos; column: string }[];
  leftOut: Centavos;
}

/** Due date found in a sheet, with its place. */
export interface DueDaySaid {
  day: Day;
  /** Date in the other order of day and month, if bills of the month may fall due on both. */
  other: Day | null;
  where: string;
  /** Column of the sheet; null for a title above the table. */
  column: number | null;
}

/** Spreadsheet read as a month, before the comparison with the books. */
export interface MonthSheet {
  /** Names of all sheets; `sheet` is null if no sheet has a table. */
  sheets: string[];
  sheet: string | null;
  headerRow: number | null;
  /** Columns of the first sheet read, like `headerRow`. */
  columns: readonly ColumnFound[];
  /** Rows without errors, in sheet order. */
  rows: MonthSheetRow[];
  /** Units named in the sheet, including rows with errors. */
  named: ReadonlySet<string>;
  /** Problems in row order, with problems of the whole sheet first. */
  problems: ImportProblem[];
  /** Unread sheets with the same table and other units, not decided yet. */
  unread: string[];
  /** Questions about the order of day and month. */
  dayAsks: (Omit<SheetAsk, 'column'> & { column: number })[];
  /** Result of every cell. */
  account: SheetAccount;
  /** Due date found in the sheet. */
  dueDay: DueDaySaid | null;
}
