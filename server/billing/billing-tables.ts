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
  /** Grows with everything that is posted. */
  revision: Generated<number>;
  next_item: Generated<number>;
  next_allocation: Generated<number>;
  next_bill: Generated<number>;
  next_payment: Generated<number>;
  next_receipt: Generated<number>;
  /** The first day that may still be posted on: the one after the last issue's; null before the first. */
  open_from: Day | null;
  /** The last month whose late interest was reckoned. */
  interest_through: Month | null;
  /** BillingSettings as JSON. */
  settings: Generated<string>;
  /** The logo that the next issue goes by; null: none. */
  logo_id: number | null;
}

/** Logos of joints, kept for good: bills that were issued with one keep it. */
interface JointLogoTable {
  logo_id: Generated<number>;
  joint_id: number;
  media_type: LogoType;
  /** In pixels. */
  width: number;
  height: number;
  bytes: Uint8Array;
  entered_at: Millis;
  entered_by: string;
}

interface LegalRateTable {
  /** It holds in this month alone. */
  month: Month;
  /** Effective annual, in millionths (25.62 % is 256200). */
  annual_rate: number;
  /** Where it is published, in words. */
  source: string;
  /** The resolution that certifies it, and its day; null: entered before these were asked for. */
  resolution: string | null;
  resolved_on: Day | null;
  entered_at: Millis;
  entered_by: string;
}

interface JointRateTable {
  joint_id: number;
  month: Month;
  mode: RateMode;
  /** Of `fixed`, one of the two: effective annual in millionths, or monthly in 10⁻⁸. */
  annual_rate: number | null;
  monthly_rate: number | null;
  acta: string | null;
  entered_at: Millis;
  entered_by: string;
}

/** When a joint's late interest runs, from a month on; `days` where it has no row. */
interface InterestWayTable {
  joint_id: number;
  /** 1900-01: since its books began. */
  month: Month;
  way: InterestWay;
  acta: string | null;
  entered_at: Millis;
  entered_by: string;
}

/** Months of a joint that bear no late interest because their ceiling was never entered. */
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
  /** Without accents, case and spacing. */
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
  /** How the sheet's columns were read, as JSON: proposed again for the next month. */
  columns: string;
  prepared_at: Millis;
  prepared_by: string;
  issued_at: Millis | null;
  issued_by: string | null;
  /** The bills' day, and their posting date. */
  issue_date: Day | null;
  due_date: Day | null;
  discarded_at: Millis | null;
  discarded_by: string | null;
  /** KeptLetterhead as JSON: what its bills say beside their figures. Null: not issued, or issued before this was kept. */
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
  /** The account: the unit that is billed. */
  apartment_id: string;
  /** The unit it is for: the same, or one that goes with it. */
  for_apartment_id: string;
  side: ItemSide;
  nature: ItemNature;
  charge_concept_id: number | null;
  description: string;
  /** Positive; negative on what reverses another item of the same side. */
  amount: Centavos;
  month: Month | null;
  value_date: Day;
  posting_date: Day;
  /** Of debits alone. */
  due_date: Day | null;
  /** The bill that posted it. */
  bill: number | null;
  receipt: number | null;
  /** The receipt's item that a discount or a credit of interest came with. */
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
  /** Negative where it undoes an earlier one. */
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
  /** Negative, with its amount, on credits of interest. */
  principal: Centavos;
  way: InterestWay;
  /** As the rate was written: the other one follows from it. */
  rate_unit: RateUnit;
  /** Effective annual, in millionths; monthly, in 10⁻⁸. */
  annual_rate: number;
  monthly_rate: number;
  /** In 10⁻¹⁵; null: days bear a thirtieth of the month, or interest is by months. */
  daily_rate: number | null;
  /** By days: first and last day, and the capital, as a JSON list of such; null: by months. */
  stretches: string | null;
  /** Rounded to the peso, else to the centavo. */
  to_peso: number;
  amount: Centavos;
}

interface BillTable {
  joint_id: number;
  bill: number;
  month_id: number;
  month: Month;
  /** Place of its unit in the joint's table. */
  position: number;
  apartment_id: string;
  /** Every unit it is for, as a JSON list. */
  units: string;
  owner_name: string;
  owner_document: string | null;
  reference: string;
  issue_date: Day;
  due_date: Day;
  /** The account's balance; negative: in favour of the unit. */
  total: Centavos;
  discount: Centavos;
  discount_until: Day | null;
  previous_payment: Centavos;
  overdue_instalments: number;
  /** The last item of the ledger that it knows of. */
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
  /** What was open of it: negative for credits. */
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
  /** What a bank says of it beside the reference. */
  detail: string | null;
  /** What tells it from every other payment of files: the same line does not enter twice. */
  once_key: string | null;
  file_id: number | null;
  month_id: number | null;
  entered_at: Millis;
  entered_by: string;
}

interface PaymentLayoutTable {
  joint_id: number;
  /** A hash of the header that the layout is for. */
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
  /** Its credit in the ledger. */
  item: number;
  value_date: Day;
  posting_date: Day;
  amount: Centavos;
  /** How it was split when it was posted; the three add up to the amount. */
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
  /** Of a receipt: its money did arrive, and waits to be identified again. */
  unidentified: Generated<Flag>;
  entered_at: Millis;
  entered_by: string;
}

/** The tables of billing. Those of the ledger and its documents are frozen: the store refuses to change a row. */
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
