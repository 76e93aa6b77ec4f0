import type { ColumnRole, SheetAsk, SheetColumn } from '../../../shared/billing/drafts.api.ts';
import type { ChargeNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import type { ImportProblem } from '../../../shared/properties/apartments.api.ts';
import type { DayOrder, SheetAccount } from '../../../shared/sheet-account.ts';
import type { Meaning } from './column-words.ts';
import type { UnitIndex } from './unit-index.ts';

/** What somebody said of a sheet; what is left out is found by itself. */
export interface Asked {
  sheet?: string;
  /** 1-based; of a header of two rows its last, or its first. */
  headerRow?: number;
  columns?: readonly SheetColumn[];
  /** The month that is wanted: of several tables the one whose sheet names it is read. */
  month?: Month;
  /** Sheets with units of their own that are left unread on purpose, and those that are read together with the first. */
  skipSheets?: readonly string[];
  joinSheets?: readonly string[];
  /** No payment is of a later day. */
  today?: Day;
  /** Of its dates, where both orders can be read. */
  dayOrder?: DayOrder;
  /** The day that bills are to be paid by; null: the joint's own, whatever the sheet says. */
  dueDate?: Day | null;
}

/** What the joint is known by when one of its sheets is read. */
export interface UnitGrounds {
  units: UnitIndex;
  concepts: readonly { name: string; nature: ChargeNature }[];
  /** Something was already posted in its books: a balance is compared, and interest is reckoned here. */
  begun: boolean;
  /** The ledger gives discounts for prompt payment by itself: by the joint's setting, or by bills that stand. */
  discounts?: boolean;
  /** Columns that somebody mapped by hand in the joint's sheets before. */
  remembered: readonly RememberedColumn[];
}

/** How a column was read, kept with its month: proposed again where the next sheet has the same header. */
export interface RememberedColumn {
  header: string;
  role: ColumnRole;
  concept?: string;
  nature?: ChargeNature;
  byHand: boolean;
}

/** A column of the sheet with what it was taken for. */
export interface ColumnFound extends SheetColumn {
  /** As the sheet has it; its letter where there is none. */
  header: string;
  samples: string[];
  byHand: boolean;
  /** Mapped by hand under the same header in the joint's sheet before. */
  remembered?: true;
  /** In this request. */
  asked?: true;
  /** What the header's words say, where they say anything. */
  meaning: Meaning['kind'] | null;
  /** Its charges are called as the sheet's column of concepts says. */
  conceptOfRow?: true;
  /** What stands there is in favour of the unit, whatever its sign. */
  inFavour?: true;
  /** The month's bills are to be paid by the day that all its rows have. */
  isDueDay?: true;
  /** Amounts under a header without known words: a question, and not read before its answer. */
  unknown?: true;
  /** Late interest that is not read because it is reckoned here; totals may hold it. */
  leftOut?: true;
}

export interface ConceptNamed {
  name: string;
  nature: ChargeNature;
}

/** Where in a file something stands. */
export interface Place {
  /** Of several sheets that are read. */
  sheet?: string;
  /** As the spreadsheet program numbers it. */
  row: number;
}

/** A row of the sheet with its unit and its amounts, none of them nothing. */
export interface MonthSheetRow extends Place {
  /** As the joint's table spells it. */
  apartmentId: string;
  charges: { concept: ConceptNamed; amount: Centavos }[];
  openings: {
    role: 'opening' | 'openingInterest';
    concept: ConceptNamed | null;
    dueDate: Day | null;
    amount: Centavos;
    column: string;
  }[];
  /** Late interest of the month, as the sheet has it. */
  interest: Centavos;
  payment: Centavos;
  /** For prompt payment, as the sheet has it where the ledger gives it by itself. */
  discount: { amount: Centavos; column: string } | null;
  /** Of the payment, where the sheet says it. */
  paidOn: Day | null;
  /** Null where the sheet has none. */
  balance: { amount: Centavos; dueDate: Day | null; column: string } | null;
  totals: { amount: Centavos; column: string }[];
  leftOut: Centavos;
}

/** The day that a sheet has its bills paid by, and where it says so. */
export interface DueDaySaid {
  day: Day;
  where: string;
  /** Of the sheet; null: it stands over the table. */
  column: number | null;
}

/** A spreadsheet read as a month, before it is compared with the books. */
export interface MonthSheet {
  /** The sheets that there are; null: none of them has a table. */
  sheets: string[];
  sheet: string | null;
  headerRow: number | null;
  /** Of the first sheet that is read, as is its header's row. */
  columns: readonly ColumnFound[];
  /** The rows without errors, in the order of the sheets. */
  rows: MonthSheetRow[];
  /** Units that the sheet names, in rows with errors too. */
  named: ReadonlySet<string>;
  /** In the order of the rows; what concerns the whole sheet comes first. */
  problems: ImportProblem[];
  /** Sheets with the same table and other units, which nobody said anything of yet. */
  unread: string[];
  /** Questions about the order of day and month. */
  dayAsks: (Omit<SheetAsk, 'column'> & { column: number })[];
  /** What became of every cell. */
  account: SheetAccount;
  /** By when the sheet has its bills paid. */
  dueDay: DueDaySaid | null;
}

/** A discount for prompt payment that a standing bill offers, and how far its account has earned it. */
export interface PromptDiscountRow {
  apartment_id: string;
  bill: number;
  discount: Centavos;
  until: Day;
  /** Total of the bill, and what standing receipts with value dates until that day paid since. */
  total: Centavos;
  paid: Centavos;
  /** 1: the ledger gave it already. */
  given: number;
}
