import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  accountants,
  DayText,
  endpoint,
  FileAnswer,
  Id,
  Instant,
  Line,
  MonthNumber,
  monthKeepers,
  Nullable,
  Year,
} from '../api.ts';
import { MAX_PESOS } from '../money.ts';
import { ImportProblem } from '../properties/apartments.api.ts';
import { DayOrder, SheetAccount } from '../sheet-account.ts';
import { SheetDifferences } from './months.api.ts';
import { chargeNatures } from './natures.ts';
import { ChargeConcept } from './settings.api.ts';
import { Pesos } from './shapes.ts';

/**
 * Draft: uploaded spreadsheet with the charges of a month for all units, waiting for review by the staff, or
 * already read as a month.
 */
export const Draft = Type.Object({
  draftId: Type.Integer(),
  jointId: Type.Integer(),
  jointName: Type.String(),
  fileName: Type.String(),
  receivedAt: Instant,
  /** Last day for the review promised to the sender: three days after receipt. */
  deadline: Instant,
  /** Name of the user who sent the spreadsheet. */
  sentBy: Type.String(),
  /** State of the draft. `prepared` and `issued` are states of the month made from the draft. */
  state: Type.Union([
    Type.Literal('received'),
    Type.Literal('prepared'),
    Type.Literal('issued'),
    Type.Literal('discarded'),
  ]),
  /** Year of the charges, and below the month, from 1. Null while unknown. */
  year: Nullable(Type.Integer()),
  month: Nullable(Type.Integer()),
});
export type Draft = Static<typeof Draft>;

/**
 * Roles of a column in a month's spreadsheet of charges, chosen by the server or the user:
 * - `unit`, with an optional `tower` ('1' and '101' give '1-101');
 * - `charge`: amounts to charge in the month, with a nature (fee, extra, fine, other);
 * - `credit`: amounts in favour of the units, subtracted with any sign;
 * - `discount`: prompt-payment discount also given by the ledger: compared, not subtracted again;
 * - `opening`, `openingInterest`: opening balance of a unit (negative: in favour of the unit), as capital and
 *   late interest;
 * - `concept`, `dueDate`: name of the charge and due date for the amount in the row, if the sheet has a row
 *   for each charge;
 * - `interest`: the month's late interest computed by the sheet, instead of by the ledger;
 * - `payment`: payment since the last bill, in the previous month; `paidOn`: day of the payment;
 * - `balance`: balance before payments, compared with the ledger once the books have begun;
 * - `total`: expected sum of the row;
 * - `ignore`: not read.
 */
export const columnRoles = [
  'unit',
  'tower',
  'charge',
  'credit',
  'discount',
  'opening',
  'openingInterest',
  'interest',
  'concept',
  'dueDate',
  'payment',
  'paidOn',
  'balance',
  'total',
  'ignore',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/**
 * Column of an uploaded spreadsheet of charges, with the role chosen by the user. Sent with a request to read
 * the spreadsheet.
 */
export const SheetColumn = Type.Object({
  /** Index of the column, 0-based. */
  column: Type.Integer({ minimum: 0, maximum: 500 }),
  role: Type.Enum(columnRoles),
  /** Name of the concept printed on bills, for charges and credits. */
  concept: Type.Optional(Line(120)),
  nature: Type.Optional(Type.Enum(chargeNatures)),
});
export type SheetColumn = Static<typeof SheetColumn>;

/** Body limit in bytes: enough for the roles of 200 columns with the longest names. */
const READING_LIMIT = 128 * 1024;

const MonthReading = Type.Object({
  year: Year,
  month: MonthNumber,
  /**
   * Names of sheets that a person leaves out on purpose, although the sheets have units missing in the sheet read.
   */
  skipSheets: Type.Optional(Type.Array(Line(60), { maxItems: 30 })),
  /** Due date of the bills. Absent: the date in the sheet. Null: the joint's due day. */
  dueDate: Type.Optional(Nullable(DayText)),
  /**
   * Names of sheets read together with the first sheet, for example a sheet per tower. Column roles apply to all.
   */
  joinSheets: Type.Optional(Type.Array(Line(60), { maxItems: 30 })),
  /** Order of day and month in dates, if ambiguous. */
  dayOrder: Type.Optional(DayOrder),
  /** True if a person confirmed unusual days of payment. */
  wentOn: Type.Optional(Type.Literal(true)),
  /** Rows equal to an earlier row, with unit, concept and amount: `all` are charged, or each `once`. */
  equalRows: Type.Optional(Type.Enum(['all', 'once'])),
  /** Hidden rows with amounts. */
  hiddenRows: Type.Optional(Type.Enum(['read', 'skip'])),
  /** Rows with due dates before and in the month: charge the rows due from the `month` on, or read `all` alike. */
  dueRows: Type.Optional(Type.Enum(['month', 'all'])),
  /** Concepts of rows that a person charges, although the names may mean a payment, a total or interest. */
  chargedConcepts: Type.Optional(Type.Array(Line(120), { maxItems: 30 })),
  /**
   * Name of the sheet to read; also `headerRow` (1-based, 0 without a header) and `columns`. The server finds absent
   * fields automatically.
   */
  sheet: Type.Optional(Line(200)),
  headerRow: Type.Optional(Type.Integer({ minimum: 0, maximum: 20_000 })),
  columns: Type.Optional(Type.Array(SheetColumn, { maxItems: 200 })),
});
export type MonthReading = Static<typeof MonthReading>;

/**
 * Question to the user about an uploaded spreadsheet of charges, for example: is column D a charge? Each
 * answer changes the next reading of the spreadsheet.
 */
export const SheetAsk = Type.Object({
  /** Code of the problem that the question solves. */
  code: Type.String(),
  /** Index of the column, 0-based. Null for a question without a column. */
  column: Nullable(Type.Integer()),
  /** Spanish title of the question, and below the text. */
  title: Type.String(),
  text: Type.String(),
  choices: Type.Array(
    Type.Object({
      /** Spanish text of the answer's button. */
      label: Type.String(),
      /** New role of the column, if the user chooses the answer. Also `concept`. */
      role: Type.Optional(Type.Enum(columnRoles)),
      concept: Type.Optional(Type.String()),
      /** New roles of several columns, if the user chooses the answer. */
      columns: Type.Optional(Type.Array(SheetColumn)),
      /** Changes of the reading, if the user chooses the answer. */
      ...Type.Partial(Type.Omit(MonthReading, ['sheet', 'headerRow', 'columns'])).properties,
    }),
  ),
});
export type SheetAsk = Static<typeof SheetAsk>;

/**
 * Result of reading an uploaded spreadsheet as a month of charges: columns with roles, a row for each unit,
 * questions, and each problem by row and column. Shown as preview before the month is stored.
 */
export const MonthReport = Type.Object({
  /** True if the month was stored. False for a check without storing. */
  committed: Type.Boolean(),
  year: Type.Integer(),
  month: Type.Integer(),
  /** Names of all sheets in the file. `sheet` is the name of the sheet read, null without a readable sheet. */
  sheets: Type.Array(Type.String()),
  sheet: Nullable(Type.String()),
  /** Row number of the header, from 1; 0 for a table without a header. Null without a table. */
  headerRow: Nullable(Type.Integer()),
  columns: Type.Array(
    Type.Object({
      ...SheetColumn.properties,
      /** Text of the header. Without a text: the letter of the column. */
      header: Type.String(),
      /** First values of the column, as text. */
      samples: Type.Array(Type.String()),
      /** True if the role comes from an earlier spreadsheet with the same header. */
      remembered: Type.Boolean(),
    }),
  ),
  /** Questions to the user. A question with the code of an error blocks storing until answered. */
  asks: Type.Array(SheetAsk),
  /** Account of every cell of the file: read, or skipped with a reason. */
  account: SheetAccount,
  /** Charges, payment and total of each unit in the sheet. */
  rows: Type.Array(
    Type.Object({
      /** Name of the row's sheet, if several sheets are read together. */
      sheet: Type.Optional(Type.String()),
      /** Row number in the sheet, from 1. */
      row: Type.Integer(),
      apartmentId: Type.String(),
      owner: Type.String(),
      /** Balance of the unit before the joint's books began. Negative: in favour of the unit. */
      opening: Pesos,
      /** Payment since the last bill. */
      payment: Pesos,
      /** Prompt-payment discount granted by the ledger because of the payment. */
      discount: Pesos,
      charges: Type.Array(Type.Object({ concept: Type.String(), amount: Pesos })),
      /** Total of the row, including the unit's balance in the ledger. */
      total: Pesos,
    }),
  ),
  totals: Type.Object({ opening: Pesos, payment: Pesos, charges: Pesos, total: Pesos }),
  /** Due date found in the sheet. Null: the joint's due day. */
  dueDate: Nullable(Type.String()),
  problems: Type.Array(ImportProblem),
  /**
   * Comparison of the sheet with the bills of an issue on the proposed dates, in a preview without errors. Null with
   * errors, after storing, for an issued month, and if the books refuse the computation (then a warning tells why).
   */
  differences: Nullable(SheetDifferences),
  /** Units of the joint missing in the sheet. A missing unit gets a bill only if the balance is not 0. */
  missing: Type.Array(Type.String()),
});
export type MonthReport = Static<typeof MonthReport>;

export const sendDraft = endpoint('sendDraft', 'POST /joints/:jointId/drafts', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "Send a month's spreadsheet: one xlsx or csv file",
  description: 'Stored as received, for a review by staff. 422 sheetUnreadable, 413 sheetTooLarge.',
  status: 201,
  answer: Draft,
  upload: true,
});

export const listDrafts = endpoint('listDrafts', 'GET /joints/:jointId/drafts', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "A joint's spreadsheets, newest first",
  answer: Type.Array(Draft),
});

export const listWaitingDrafts = endpoint('listWaitingDrafts', 'GET /drafts', {
  access: { profiles: accountants, scope: 'session' },
  summary: "Spreadsheets of the caller's joints before the issue, nearest deadline first",
  answer: Type.Array(Draft),
});

export const getDraftFile = endpoint('getDraftFile', 'GET /joints/:jointId/drafts/:draftId/file', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'The spreadsheet as received',
  answer: FileAnswer,
  file: true,
});

export const discardDraft = endpoint('discardDraft', 'DELETE /joints/:jointId/drafts/:draftId', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'Discard a spreadsheet with the prepared month',
  description:
    'Administrators discard only sheets before the preparation: 422 draftPrepared. 409 monthIssued after the issue. With `seen`: 409 factsMoved if another person prepared the month meanwhile.',
  /** State of the draft as the person saw. */
  query: Type.Object({ seen: Type.Optional(Type.Enum(['received', 'prepared'] as const)) }),
});

export const previewDraft = endpoint('previewDraft', 'POST /joints/:jointId/drafts/:draftId/preview', {
  inWorker: true,
  priority: 'bulk',
  access: { profiles: monthKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Read a spreadsheet as a month; nothing is stored',
  body: MonthReading,
  bodyLimit: READING_LIMIT,
  answer: MonthReport,
});

export const prepareMonth = endpoint('prepareMonth', 'POST /joints/:jointId/drafts/:draftId/month', {
  access: { profiles: monthKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Store a spreadsheet as a prepared month: all rows or no row',
  description:
    "`dueDate` becomes the month's unless another is given at the issue: 422 dueDateInvalid before the month. 422 importHasProblems, details the report. 409 monthExists while the month stands prepared or issued: discard its draft first. 422 monthBefore for one before the last issued, monthTooLate for one more than two months after today and after the last issued.",
  body: MonthReading,
  bodyLimit: READING_LIMIT,
  status: 201,
  answer: MonthReport,
});

/**
 * Charges of the joint's last issued month in pesos, offered as charges for a new month without a
 * spreadsheet: only units billed now, without credit notes.
 */
export const LastCharges = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  /** Charge concepts used in the month. `feeEnded`: all fees of the concept have ended before the month to charge. */
  concepts: Type.Array(Type.Object({ ...ChargeConcept.properties, feeEnded: Type.Boolean() })),
  /** Charged units, in the order of the joint's table. */
  units: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      owner: Type.String(),
      charges: Type.Array(Type.Object({ chargeConceptId: Type.Integer(), amount: Pesos })),
    }),
  ),
  /**
   * Metered fees with units not charged: without a reading of the month, or without an earlier reading. Empty for the charges
   * of the last issued month.
   */
  unread: Type.Array(Type.Object({ name: Type.String(), units: Type.Array(Type.String()) })),
});
export type LastCharges = Static<typeof LastCharges>;

export const getLastCharges = endpoint('getLastCharges', 'GET /joints/:jointId/lastcharges', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'Charges of the last issued month, to be repeated',
  description: '422 nothingToRepeat before the first.',
  answer: LastCharges,
});

const RepeatedMonth = Type.Object({
  year: Year,
  month: MonthNumber,
  /** True to make the charges from the fees (`fees.api.ts`) instead of the last month. */
  fees: Type.Optional(Type.Literal(true)),
  /** Ids of the charge concepts to copy into the new month. */
  concepts: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
  /** Amounts in place of the copied charges. 0 removes a charge. */
  changes: Type.Array(
    Type.Object({
      apartmentId: ApartmentId,
      chargeConceptId: Id,
      amount: Type.Number({ minimum: 0, maximum: MAX_PESOS }),
    }),
    { maxItems: 500 },
  ),
});
export type RepeatedMonth = Static<typeof RepeatedMonth>;

export const repeatMonth = endpoint('repeatMonth', 'POST /joints/:jointId/drafts/repeat', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "Make a month's spreadsheet from the last month's charges or the fees, and the typed changes",
  description:
    'Stored, read and issued like a sent spreadsheet. 422 nothingToRepeat, noFees, amountInvalid; 404 apartmentNotFound, chargeConceptNotFound.',
  body: RepeatedMonth,
  bodyLimit: READING_LIMIT,
  status: 201,
  answer: Draft,
});

export const chargesTemplate = endpoint('chargesTemplate', 'GET /joints/:jointId/chargestemplate', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "A spreadsheet to fill in, with the joint's units and the charges of the last month",
  answer: FileAnswer,
  file: true,
});
