import type { Generated } from 'kysely';
import type {
  GatewayEnvironment,
  GatewayProblem,
  IntentState,
  TransactionState,
} from '../../shared/billing/gateway.api.ts';
import type {
  ChargeNature,
  ExitKind,
  FeeWay,
  IncomeConcept,
  InterestWay,
  ItemNature,
  ItemSide,
  MonthState,
  PaymentChannel,
  PaymentMeans,
  RateMode,
  RateUnit,
  RowRole,
} from '../../shared/billing/natures.ts';
import type { Day, Month } from '../../shared/days.ts';
import type { Centavos } from '../../shared/money.ts';
import type { Flag, Millis } from '../platform/db/tables.ts';
import type { ImageType } from '../platform/http/images/image.ts';

interface BillingJointTable {
  joint_id: number;
  /** Number of the current state of the books. Increases with every change. */
  revision: Generated<number>;
  next_item: Generated<number>;
  next_allocation: Generated<number>;
  next_bill: Generated<number>;
  next_payment: Generated<number>;
  next_receipt: Generated<number>;
  /** First day open for new postings: the day after the last issue; null before the first issue. */
  open_from: Day | null;
  /** Last month with late interest charged; null before any charge. */
  interest_through: Month | null;
  /** `BillingSettings` of the joint as JSON. */
  settings: Generated<string>;
  /** Id of the logo to print from the next issue on; null without a logo. */
  logo_id: number | null;
}

/** Table of the joints' logos. Rows are never deleted, because issued bills keep their logo. */
interface JointLogoTable {
  logo_id: Generated<number>;
  joint_id: number;
  media_type: ImageType;
  /** Size of the image in pixels. */
  width: number;
  height: number;
  bytes: Uint8Array;
  entered_at: Millis;
  entered_by: string;
}

/** Requests of a paz y salvo (Ley 675 de 2001, art. 29): a row for each unit and day. */
interface ClearanceRequestTable {
  joint_id: number;
  /** Id of the unit that receives the bills. */
  apartment_id: string;
  requested_on: Day;
  /** Author of the request: 'user:12'. */
  requested_by: string;
}

/** Table with a single row: the secret of the store for the codes on papers. */
interface PaperKeyTable {
  secret: string;
}

interface LegalRateTable {
  /** Month of the legal ceiling. The ceiling is valid for this month only. */
  month: Month;
  /** Effective annual rate, in millionths (25.62 % is 256200). */
  annual_rate: number;
  /** Official publication of the ceiling, in words. */
  source: string;
  /**
   * Number and day of the resolution that certified the ceiling. Null for ceilings stored before both were
   * required.
   */
  resolution: string | null;
  resolved_on: Day | null;
  entered_at: Millis;
  entered_by: string;
}

interface JointRateTable {
  joint_id: number;
  month: Month;
  mode: RateMode;
  /** Rate if the mode is `fixed`: either effective annual in millionths, or monthly in 10⁻⁸; the other is null. */
  annual_rate: number | null;
  monthly_rate: number | null;
  acta: string | null;
  entered_at: Millis;
  entered_by: string;
}

/** Table of the interest methods of joints, each from a month on. A joint without a row uses `days`. */
interface InterestWayTable {
  joint_id: number;
  /** First month of the method. 1900-01 means since the start of the books. */
  month: Month;
  way: InterestWay;
  acta: string | null;
  entered_at: Millis;
  entered_by: string;
}

/** Table of months without late interest ('sin intereses'), because the legal ceiling was never entered. */
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
  /** Name normalized for comparison: without accents, case and spacing. */
  name_key: string;
  nature: ChargeNature;
  /** Earlier names as a JSON list of texts, the oldest first; null without any. */
  former_names: Generated<string | null>;
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
  /** Column roles of the month's spreadsheet as JSON, proposed again for the next month. */
  columns: string;
  prepared_at: Millis;
  prepared_by: string;
  issued_at: Millis | null;
  issued_by: string | null;
  /** Date of the month's bills and of their postings; null before the issue. */
  issue_date: Day | null;
  due_date: Day | null;
  discarded_at: Millis | null;
  discarded_by: string | null;
  /** `KeptLetterhead` (letterhead of the bills) as JSON. Null before the issue. */
  letterhead: string | null;
  /** `SheetCheck` (totals of the month's spreadsheet) as JSON. Null for months prepared before totals were stored. */
  sheet_check: string | null;
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
  /** Account with the movement, named by the billed unit. */
  apartment_id: string;
  /** Unit that caused the movement: the billed unit or a unit grouped with the billed unit. */
  for_apartment_id: string;
  side: ItemSide;
  nature: ItemNature;
  charge_concept_id: number | null;
  description: string;
  /** Amount in centavos. Positive, or negative for a reversal (on the same side as the reversed item). */
  amount: Centavos;
  month: Month | null;
  value_date: Day;
  posting_date: Day;
  /** Due date of a debit; null for a credit. */
  due_date: Day | null;
  /** Number of the bill that posted the item; null for other items. */
  bill: number | null;
  receipt: number | null;
  /** Item of the receipt that caused a discount or an interest credit; null for other items. */
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
  /** Amount of the credit used for the debit, in centavos. Negative to undo an earlier use. */
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
  /** Capital that bears the interest, in centavos. For interest credits, capital and amount are negative. */
  principal: Centavos;
  way: InterestWay;
  /** Unit (yearly or monthly) of the rate when set. The rate in the other unit is derived. */
  rate_unit: RateUnit;
  /** Effective annual rate in millionths (`annual_rate`), and monthly rate in 10⁻⁸. */
  annual_rate: number;
  monthly_rate: number;
  /**
   * Daily rate, in 10⁻¹⁵. Null if interest is computed by months, or if the rate was set per month (each day then
   * bears a thirtieth).
   */
  daily_rate: number | null;
  /**
   * Periods of constant capital for the method `days`: JSON list of first day, last day and capital. Null for
   * interest by months.
   */
  stretches: string | null;
  /** 1 if the interest is rounded to the peso, 0 if to the centavo. */
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
  /** All units charged on the bill, as a JSON list. */
  units: string;
  owner_name: string;
  owner_document: string | null;
  reference: string;
  issue_date: Day;
  due_date: Day;
  /** Balance of the account after the bill, in centavos. Negative: in favour of the unit. */
  total: Centavos;
  discount: Centavos;
  discount_until: Day | null;
  previous_payment: Centavos;
  overdue_instalments: number;
  /** Number of the last ledger item included in the bill. */
  last_item: number;
  /** First day after the due date and the days of grace. Null for a bill without an amount due, and for older bills. */
  late_day: Day | null;
  /** Amount to pay on `late_day`, in centavos. Null without `late_day`, or without a legal ceiling at the issue. */
  late_total: Centavos | null;
  /** Time to challenge a new fine on the bill (Ley 675 de 2001, art. 62); null without a new fine, and in older bills. */
  fine_term: string | null;
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
  /** Open amount of the item when billed; negative for credits. */
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
  /** Key of the header (`ReadLayout.key`), or the kind for a text file; null for older files. */
  layout_key: string | null;
  /** Bank with the layout of the file; null if unknown. */
  bank: string | null;
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
  /** Text of the bank for the payment, besides the reference. */
  detail: string | null;
  /** Means of payment, as entered by hand; null if unknown. */
  means: PaymentMeans | null;
  /** Name of the payer, if not the owner. */
  payer: string | null;
  /** Id of the transaction at a payment gateway; null without a gateway. */
  transaction_id: string | null;
  /** Unique key of the payment's line in a bank file, so that a line is not imported twice; null without a file. */
  once_key: string | null;
  file_id: number | null;
  month_id: number | null;
  entered_at: Millis;
  entered_by: string;
}

interface PaymentLayoutTable {
  joint_id: number;
  /** Hash of the file's header row: recognizes the layout of a bank file seen before. */
  layout_key: string;
  /** Columns of the layout: `PaymentColumn[]` as JSON. */
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
  /** Number of the ledger item that credits the receipt. */
  item: number;
  value_date: Day;
  posting_date: Day;
  amount: Centavos;
  /** Division of the receipt into interest, capital and credit, as posted. The parts add up to the amount. */
  interest: Centavos;
  capital: Centavos;
  credit: Centavos;
  entered_at: Millis;
  entered_by: string;
}

/** Table of money that left the unidentified payments without a receipt. */
interface PaymentExitTable {
  joint_id: number;
  exit: number;
  payment: number;
  kind: ExitKind;
  /** Kind of other income; null for a refund. */
  concept: IncomeConcept | null;
  amount: Centavos;
  /** Bank's day of the payment, or day of the refund. */
  value_date: Day;
  posting_date: Day;
  /** Reference of the refund at the bank; null for other income. */
  reference: string | null;
  reason: string;
  entered_at: Millis;
  entered_by: string;
}

interface DocumentAnnulmentTable {
  joint_id: number;
  kind: 'bill' | 'receipt' | 'exit';
  number: number;
  reason: string;
  posting_date: Day;
  /** 1 if the money of an annulled receipt or exit did arrive and waits to be identified again; else 0. */
  unidentified: Generated<Flag>;
  entered_at: Millis;
  entered_by: string;
}

/** Fees without a spreadsheet. A fee is never changed, only ended. */
interface FeeTable {
  joint_id: number;
  fee_id: number;
  charge_concept_id: number;
  way: FeeWay;
  /** Centavos. Depends on `way`: of the year, of a unit and month, of all instalments, of a unit of measure, or of a fine. */
  amount: Centavos;
  first_month: Month;
  /** Last charged month; null without an end. */
  last_month: Month | null;
  /** JSON of `FeeTerms`. */
  terms: string;
}

/** Readings of the meters of a metered fee, a row for each unit and month. */
interface MeterReadingTable {
  joint_id: number;
  fee_id: number;
  month: Month;
  apartment_id: string;
  /** Thousandths of the measure. */
  reading: number;
}

/** Payment agreements over debts of an account. Only the forgiven breaches are added later. */
interface AgreementTable {
  joint_id: number;
  agreement_id: number;
  /** Account: id of the billed unit. */
  apartment_id: string;
  made_on: Day;
  document: string;
  /** Numbers of the covered ledger items, as JSON. */
  items: string;
  /** Instalments with due date and centavos, as JSON. */
  instalments: string;
  /** 1 if the covered debts bear no late interest while the agreement is in force. */
  suspends: Flag;
  /** Number of missed instalments of a breach; an instalment is missed after the days of grace. */
  missed_limit: number;
  grace_days: number;
  /** Days of the forgiven breaches, as JSON. */
  forgiven_on: string;
}

/** Authorised channels for reminders of debts (Ley 2300 de 2023, art. 2). */
interface ContactChannelTable {
  joint_id: number;
  channel_id: number;
  /** Key of the person over all units of the joint. */
  person: string;
  channel: 'mail' | 'phone';
  address: string;
  authorised_on: Day;
  /** Proof of the authorisation: document, message or form. */
  proof: string;
  revoked_on: Day | null;
}

/** Contacts with persons about debts. Rows are never changed: each contact counts, answered or not. */
interface ReminderTable {
  joint_id: number;
  reminder_id: number;
  person: string;
  /** Name of the person on that day. */
  name: string;
  /** Ids of the accounts in the text, as JSON. */
  units: string;
  channel_id: number;
  at: Millis;
  body: string;
  made_by: string;
}

/** Keys of a joint at a payment gateway. The secrets are encrypted (`SecretBox`). */
interface PaymentGatewayTable {
  joint_id: number;
  gateway: 'wompi';
  environment: GatewayEnvironment;
  public_key: string;
  /** `GatewaySecrets` as JSON, encrypted. */
  sealed: string;
  /** Address of the portal's page for online payments, for papers and mails. */
  pay_page: string;
  /** 1 if owners may begin payments. */
  is_on: Flag;
  changed_at: Millis;
  changed_by: string;
}

/** Intended payments at a gateway, stored before the address of the gateway leaves the server. */
interface GatewayIntentTable {
  joint_id: number;
  /** Unique text of the payment at the gateway. */
  reference: string;
  environment: GatewayEnvironment;
  /** Account to pay. */
  apartment_id: string;
  amount: Centavos;
  currency: string;
  state: IntentState;
  created_at: Millis;
  created_by: string;
  /** Last question of the reconciliation about the reference; null before the first. */
  asked_at: Millis | null;
}

/** Transactions at a gateway, by signed notification or by answer to the private key. */
interface GatewayTransactionTable {
  joint_id: number;
  transaction_id: string;
  reference: string;
  amount: Centavos;
  currency: string;
  state: TransactionState;
  first_at: Millis;
  changed_at: Millis;
  /** Payment in the books; null before the posting. */
  payment: number | null;
  problem: GatewayProblem | null;
}

/** Hourly reconciliation of a joint with the gateway: a leased row. */
interface GatewayCheckTable {
  joint_id: number;
  state: 'queued' | 'asking';
  attempts: number;
  leased_until: Millis | null;
  next_at: Millis;
  /** End of the last complete reconciliation. */
  checked_at: Millis | null;
  /** Spanish sentence about the last failure; null after a complete reconciliation. */
  problem: string | null;
}

/**
 * Database tables of billing, by name. The database refuses changes of rows in the ledger, bills, payments
 * and receipts.
 */
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
  payment_exit: PaymentExitTable;
  document_annulment: DocumentAnnulmentTable;
  clearance_request: ClearanceRequestTable;
  paper_key: PaperKeyTable;
  fee: FeeTable;
  meter_reading: MeterReadingTable;
  agreement: AgreementTable;
  contact_channel: ContactChannelTable;
  reminder: ReminderTable;
  payment_gateway: PaymentGatewayTable;
  gateway_intent: GatewayIntentTable;
  gateway_transaction: GatewayTransactionTable;
  gateway_check: GatewayCheckTable;
}

declare module '../platform/db/tables.ts' {
  interface Tables extends BillingTables {}
}
