import type { ColumnRole, SheetAsk, SheetColumn } from '../../../shared/billing/drafts.api.ts';
import type { ChargeNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder, SheetAccount } from '../../../shared/sheet-account.ts';
import type { RememberedColumn } from '../store/months.repository.ts';
import type { UnitIndex } from '../store/unit-index.ts';
import type { Meaning } from './column-words.ts';

/**
 * Choices of the user for reading a month's spreadsheet: sheet, header row, column roles, month and due date.
 * Missing choices are found automatically.
 */
export interface MonthChoices {
  /** Name of the sheet to read. */
  sheet?: string;
  /** Row number of the header, from 1; last or first row of a two-row header. 0 for a table without a header. */
  headerRow?: number;
  /** Roles of columns. */
  columns?: readonly SheetColumn[];
  /** Month that the user wants to read. Of several tables, the table named like the month is read. */
  month?: Month;
  /** Sheets with other units that the user leaves unread; `joinSheets` are read together with the first sheet. */
  skipSheets?: readonly string[];
  /** Names of sheets to read together with the first sheet. */
  joinSheets?: readonly string[];
  /** Current day: the latest allowed day of a payment. */
  today?: Day;
  /** Order of day and month, if the dates are ambiguous. */
  dayOrder?: DayOrder;
  /** Due date of the bills; null: the joint's usual due day, despite the sheet. */
  dueDate?: Day | null;
  /** Rows equal to an earlier row: `all` are charged, or each `once`. */
  equalRows?: 'all' | 'once';
  /** Hidden rows with amounts: `read`, or `skip` to leave the rows out. */
  hiddenRows?: 'read' | 'skip';
  /**
   * Rows with due dates before and in the month: `month` charges only the rows due from the month on, and the others
   * are earlier debt; `all` reads every row alike.
   */
  dueRows?: 'month' | 'all';
  /** Concepts of rows to charge, although the names may mean a payment, a total or interest. */
  chargedConcepts?: readonly string[];
}

/**
 * Data of a joint needed to read a month's spreadsheet: units to find by name, charge concepts, and column
 * roles chosen for earlier sheets.
 */
export interface UnitGrounds {
  /** Index to find a unit by the text in a sheet. */
  units: UnitIndex;
  /** Charge concepts stored for the joint. */
  concepts: readonly { name: string; nature: ChargeNature; formerNames?: readonly string[] }[];
  /** True if the joint's ledger has movements: balances are compared, and the ledger computes interest. */
  begun: boolean;
  /** True if the ledger gives prompt-payment discounts, by the joint's setting or by valid bills. */
  discounts?: boolean;
  /** Day of the month for the payment of the joint's bills, 1 to 31. Default: 31, the last day. */
  dueDay?: number;
  /** Columns with roles that the user chose for earlier sheets of the joint. */
  remembered: readonly RememberedColumn[];
}

/**
 * Column of a month's spreadsheet with the role decided for the column (unit, charge, payment, ignored …),
 * and the reason for the role.
 */
export interface ColumnFound extends SheetColumn {
  /** Header text, or the column letter if empty. */
  header: string;
  /** First texts of the column, to show to the user. */
  samples: string[];
  /** True if the user chose the role, now or for an earlier sheet. */
  byHand: boolean;
  /** Set if the user chose the role for an earlier sheet with the same header. */
  remembered?: true;
  /** Set if the user chose the role in the current request. */
  chosenNow?: true;
  /** Keys of the other charges of the sheet. Set for the only fee of a month, if named after the read month. */
  ofMonth?: string[];
  /** Set if the role is of the fee of the month in an earlier sheet: no certain choice for the column. */
  isByMonth?: true;
  /** Meaning of the words in the header; null if unknown. */
  meaning: Meaning['kind'] | null;
  /** Set if the concept of each charge is in another column of the row. */
  conceptOfRow?: true;
  /** Set if the amounts are in favour of the unit, with any sign. */
  inFavour?: true;
  /** Due date of the debts in the column, by the month in the header; absent for other columns. */
  owedSince?: Day;
  /** Set if the column has the due date of the month, equal in all rows. */
  isDueDay?: true;
  /**
   * Set for amounts under an unknown header: a question to the user, not read before the answer. `owed` is the role of
   * an earlier debt; null if the header names something else. `mayBeTotal`: the sheet has no other total.
   */
  unknown?: { owed: Extract<ColumnRole, 'opening' | 'balance'> | null; mayBeTotal?: true };
  /** Set for late interest left unread, because the ledger computes interest. Totals may include the amounts. */
  leftOut?: true;
}

/**
 * Charge concept named by a column or row of a month's spreadsheet, for example 'Administración', with the
 * nature (fee, extra, fine or other).
 */
export interface ConceptNamed {
  name: string;
  nature: ChargeNature;
}

/** Sheet and row number in an uploaded spreadsheet, to tell the user the position of a problem. */
export interface RowPlace {
  /** Sheet name, if several sheets are read. */
  sheet?: string;
  /** Row number as in the spreadsheet program. */
  row: number;
}

/**
 * Row of a month's spreadsheet for a unit: charges, earlier debts, payment and totals as written, in
 * centavos. Amounts of 0 are left out.
 */
export interface MonthSheetRow extends RowPlace {
  /** Id of the unit, spelled as in the joint's table of units. */
  apartmentId: string;
  charges: { concept: ConceptNamed; amount: Centavos }[];
  /** Debts or credits from before the month, by concept; `column` is the header in the sheet. */
  openings: {
    role: 'opening' | 'openingInterest';
    concept: ConceptNamed | null;
    dueDate: Day | null;
    amount: Centavos;
    column: string;
  }[];
  /** Late interest of the month in the sheet, in centavos. */
  interest: Centavos;
  /** Payment of the unit in the sheet, in centavos; 0 without a payment. */
  payment: Centavos;
  /** Prompt-payment discount in the sheet; read only if the ledger gives discounts, else null. */
  discount: { amount: Centavos; column: string } | null;
  /** Day of the payment; null if not in the sheet. */
  paidOn: Day | null;
  /** Balance in the sheet; null if the sheet has no balance. */
  balance: { amount: Centavos; dueDate: Day | null; column: string } | null;
  /** Totals of the row in the sheet, to compare with the charges. */
  totals: { amount: Centavos; column: string }[];
  /** Sum of the late interest left unread, in centavos. */
  leftOut: Centavos;
}

/**
 * Due date of the bills as found in a month's spreadsheet, with a Spanish description of the position in the
 * sheet (`where`). The user confirms the date.
 */
export interface DueDaySaid {
  /** Due date. */
  day: Day;
  /** Date with day and month exchanged, if this date is possible for bills of the month too; else null. */
  other: Day | null;
  /** Spanish words for the place in the sheet: 'en la columna «Vence»'. */
  where: string;
  /** Column with the due date; null for a title above the table. */
  column: number | null;
}

/**
 * Result of reading a spreadsheet as a month of charges: rows with amounts, columns, problems and questions.
 * Next step is the comparison with the ledger (`checkMonth`).
 */
export interface MonthSheet {
  /** Names of all sheets. `sheet` is the name of the sheet read, null if no sheet has a table. */
  sheets: string[];
  sheet: string | null;
  /** Number of the header row, from 1; 0 for a table without a header, null without a table. */
  headerRow: number | null;
  /** Columns of the first sheet that was read; `headerRow` is of the same sheet. */
  columns: readonly ColumnFound[];
  /** Rows without errors, in sheet order. */
  rows: MonthSheetRow[];
  /** Units that the sheet names, including units of rows with errors. */
  named: ReadonlySet<string>;
  /** Problems found in the sheet, in row order; problems of the whole sheet come first. */
  problems: ImportProblem[];
  /** Names of sheets with the same table for other units, unread until the user decides. */
  unread: string[];
  /** Concepts of rows that may be a charge or no charge, not read until the user decides. */
  doubtfulConcepts: string[];
  /** Questions to the user about the order of day and month. */
  dayAsks: (Omit<SheetAsk, 'column'> & { column: number })[];
  /** State of every cell in the file: read, or skipped with a reason. */
  account: SheetAccount;
  /** Due date found in the sheet; null without a due date. */
  dueDay: DueDaySaid | null;
}
