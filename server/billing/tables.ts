import type { Generated } from 'kysely';
import type {
  ChargeNature,
  InterestWay,
  ItemNature,
  ItemSide,
  MonthState,
  PaymentChannel,
  RateMode,
  RateUnit,
  RowRole,
} from '../../shared/billing/natures.ts';
import type { Day, Month } from '../../shared/days.ts';
import type { Centavos } from '../../shared/money.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';
import type { LogoType } from './settings/logo-image.ts';

interface BillingJointTable {
  joint_id: number;
  /** Increases with every change of the books. */
  revision: Generated<number>;
  next_item: Generated<number>;
  next_allocation: Generated<number>;
  next_bill: Generated<number>;
  next_payment: Generated<number>;
  next_receipt: Generated<number>;
  /** First day open for postings, the day after the last issue; null before the first issue. */
  open_from: Day | null;
  /** Last month with late interest charged. */
  interest_through: Month | null;
  /** BillingSettings as JSON. */
  settings: Generated<string>;
  /** Logo of the next issue; null without logo. */
  logo_id: number | null;
}

/** Logos of joints. Never deleted, because issued bills keep their logo. */
interface JointLogoTable {
  logo_id: Generated<number>;
  joint_id: number;
  media_type: LogoType;
  /** Pixels. */
  width: number;
  height: number;
  bytes: Uint8Array;
  entered_at: Millis;
  entered_by: string;
}

interface LegalRateTable {
  /** The ceiling applies to this month only. */
  month: Month;
  /** Effective annual, in millionths (25.62 % is 256200). */
  annual_rate: number;
  /** Publication, in words. */
  source: string;
  /** Certifying resolution and its day. Null for ceilings stored before both were required. */
  resolution: string | null;
  resolved_on: Day | null;
  entered_at: Millis;
  entered_by: string;
}

interface JointRateTable {
  joint_id: number;
  month: Month;
  mode: RateMode;
  /** For `fixed`, exactly one is set: effective annual in millionths, or monthly in 10⁻⁸. */
  annual_rate: number | null;
  monthly_rate: number | null;
  acta: string | null;
  entered_at: Millis;
  entered_by: string;
}

/** Interest method of a joint from a month on. Without a row: `days`. */
interface InterestWayTable {
  joint_id: number;
  /** 1900-01: since the start of the books. */
  month: Month;
  way: InterestWay;
  acta: string | null;
  entered_at: Millis;
  entered_by: string;
}

/** Months of a joint without late interest, because the ceiling was never entered. */
interface InterestFreeMonthTable {
  joint_id: number;
  month: Month;
  entered_at: Millis;
  entered_by: string;
}

interface ChargeConceptTable {
  joint_id: number;
  charge_concept_id: number;
  name: string;
  /** Name without accents, case and spacing. */
  name_key: string;
  nature: ChargeNature;
}

interface UnitReferenceTable {
  joint_id: number;
  apartment_id: string;
  reference: string;
}

interface BillingDraftTable {
  draft_id: Generated<number>;
  joint_id: number;
  file_name: string;
  bytes: Uint8Array;
  received_at: Millis;
  sent_by: string;
  discarded_at: Millis | null;
  discarded_by: string | null;
}

interface BillingMonthTable {
  month_id: Generated<number>;
  joint_id: number;
  month: Month;
  state: MonthState;
  draft_id: number | null;
  /** Column roles of the sheet as JSON, proposed again for the next month. */
  columns: string;
  prepared_at: Millis;
  prepared_by: string;
  issued_at: Millis | null;
  issued_by: string | null;
  /** Date of the bills and posting date. */
  issue_date: Day | null;
  due_date: Day | null;
  discarded_at: Millis | null;
  discarded_by: string | null;
  /** KeptLetterhead as JSON. Null: not issued, or issued before letterheads were stored. */
  letterhead: string | null;
}

interface MonthRowTable {
  month_id: number;
  position: number;
  apartment_id: string;
  role: RowRole;
  charge_concept_id: number | null;
  amount: Centavos;
  due_date: Day | null;
  value_date: Day | null;
  description: string | null;
}

interface LedgerItemTable {
  joint_id: number;
  item: number;
  /** Account: the billed unit. */
  apartment_id: string;
  /** Unit of the movement: the billed unit or a unit grouped with the billed unit. */
  for_apartment_id: string;
  side: ItemSide;
  nature: ItemNature;
  charge_concept_id: number | null;
  description: string;
  /** Positive; negative for a reversal, on the same side as the reversed item. */
  amount: Centavos;
  month: Month | null;
  value_date: Day;
  posting_date: Day;
  /** Only debits have a due date. */
  due_date: Day | null;
  /** Bill that posted the item. */
  bill: number | null;
  receipt: number | null;
  /** Receipt item that caused a discount or an interest credit. */
  caused_by: number | null;
  reverses: number | null;
  reason: string | null;
  entered_at: Millis;
  entered_by: string;
}

interface LedgerAllocationTable {
  joint_id: number;
  allocation: number;
  apartment_id: string;
  credit_item: number;
  debit_item: number;
  /** Negative if an earlier allocation is undone. */
  amount: Centavos;
  posting_date: Day;
  entered_at: Millis;
}

interface InterestLineTable {
  joint_id: number;
  item: number;
  position: number;
  apartment_id: string;
  source_item: number;
  month: Month;
  /** Negative, like the amount, for interest credits. */
  principal: Centavos;
  way: InterestWay;
  /** Unit in which the rate was set. The other unit is derived. */
  rate_unit: RateUnit;
  /** Effective annual, in millionths; monthly, in 10⁻⁸. */
  annual_rate: number;
  monthly_rate: number;
  /** In 10⁻¹⁵. Null for a monthly rate (each day bears a thirtieth) and for interest by months. */
  daily_rate: number | null;
  /** By days: JSON list of first day, last day and capital. Null for interest by months. */
  stretches: string | null;
  /** 1 rounds to the peso, 0 to the centavo. */
  to_peso: number;
  amount: Centavos;
}

interface BillTable {
  joint_id: number;
  bill: number;
  month_id: number;
  month: Month;
  /** Position of the unit in the joint's table. */
  position: number;
  apartment_id: string;
  /** All units of the bill, as a JSON list. */
  units: string;
  owner_name: string;
  owner_document: string | null;
  reference: string;
  issue_date: Day;
  due_date: Day;
  /** Balance of the account; negative: in favour of the unit. */
  total: Centavos;
  discount: Centavos;
  discount_until: Day | null;
  previous_payment: Centavos;
  overdue_instalments: number;
  /** Last ledger item included in the bill. */
  last_item: number;
}

interface BillLineTable {
  joint_id: number;
  bill: number;
  position: number;
  concept: string;
  nature: ItemNature;
  period_fee: Centavos;
  overdue_fee: Centavos;
}

interface BillItemTable {
  joint_id: number;
  bill: number;
  item: number;
  position: number;
  /** Open amount of the item; negative for credits. */
  amount: Centavos;
  overdue: Flag;
}

interface PaymentFileTable {
  file_id: Generated<number>;
  joint_id: number;
  file_name: string;
  kind: 'sheet' | 'asobancaria98' | 'asobancaria2001';
  added: number;
  known: number;
  amount: Centavos;
  entered_at: Millis;
  entered_by: string;
}

interface PaymentTable {
  joint_id: number;
  payment: number;
  channel: PaymentChannel;
  value_date: Day;
  posting_date: Day;
  amount: Centavos;
  reference: string | null;
  /** Bank text besides the reference. */
  detail: string | null;
  /** Unique key of a file's line, so that a line is not imported twice. */
  once_key: string | null;
  file_id: number | null;
  month_id: number | null;
  entered_at: Millis;
  entered_by: string;
}

interface PaymentLayoutTable {
  joint_id: number;
  /** Hash of the header. */
  layout_key: string;
  /** PaymentColumn[] as JSON. */
  columns: string;
  entered_at: Millis;
  entered_by: string;
}

interface ReceiptTable {
  joint_id: number;
  receipt: number;
  payment: number;
  apartment_id: string;
  owner_name: string;
  /** Credit item in the ledger. */
  item: number;
  value_date: Day;
  posting_date: Day;
  amount: Centavos;
  /** Split of the receipt when posted. The parts add up to the amount. */
  interest: Centavos;
  capital: Centavos;
  credit: Centavos;
  entered_at: Millis;
  entered_by: string;
}

interface DocumentAnnulmentTable {
  joint_id: number;
  kind: 'bill' | 'receipt';
  number: number;
  reason: string;
  posting_date: Day;
  /** For receipts: the money did arrive and waits to be identified again. */
  unidentified: Generated<Flag>;
  entered_at: Millis;
  entered_by: string;
}

/** Billing tables. Rows of the ledger and its documents are immutable: the store refuses changes. */
export interface BillingTables {
  billing_joint: BillingJointTable;
  legal_rate: LegalRateTable;
  joint_rate: JointRateTable;
  interest_free_month: InterestFreeMonthTable;
  interest_way: InterestWayTable;
  joint_logo: JointLogoTable;
  charge_concept: ChargeConceptTable;
  unit_reference: UnitReferenceTable;
  billing_draft: BillingDraftTable;
  billing_month: BillingMonthTable;
  month_row: MonthRowTable;
  ledger_item: LedgerItemTable;
  ledger_allocation: LedgerAllocationTable;
  interest_line: InterestLineTable;
  bill: BillTable;
  bill_line: BillLineTable;
  bill_item: BillItemTable;
  payment_file: PaymentFileTable;
  payment_layout: PaymentLayoutTable;
  payment: PaymentTable;
  receipt: ReceiptTable;
  document_annulment: DocumentAnnulmentTable;
}

declare module '../platform/db/tables.ts' {
  interface Tables extends BillingTables {}
}
