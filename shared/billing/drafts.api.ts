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
  Nullable,
  staff,
  Year,
} from '../api.ts';
import { MAX_PESOS } from '../money.ts';
import { ImportProblem } from '../properties/apartments.api.ts';
import { DayOrder, SheetAccount } from '../sheet-account.ts';
import { chargeNatures } from './natures.ts';
import { ChargeConcept } from './settings.api.ts';
import { Pesos } from './shapes.ts';

/** Uploaded spreadsheet of a month. */
export const Draft = Type.Object({
  draftId: Type.Integer(),
  jointId: Type.Integer(),
  jointName: Type.String(),
  fileName: Type.String(),
  receivedAt: Instant,
  /** Promised review date: three days after receipt. */
  deadline: Instant,
  /** Name of the sender. */
  sentBy: Type.String(),
  /** `prepared` and `issued`: state of the month. */
  state: Type.Union([
    Type.Literal('received'),
    Type.Literal('prepared'),
    Type.Literal('issued'),
    Type.Literal('discarded'),
  ]),
  year: Nullable(Type.Integer()),
  month: Nullable(Type.Integer()),
});
export type Draft = Static<typeof Draft>;

/**
 * Role of a column in a month's sheet:
 * - `unit`, with an optional `tower` ('1' and '101' give '1-101');
 * - `charge`: a concept of the month, with its nature;
 * - `credit`: a concept in favour of the units, subtracted with any sign;
 * - `discount`: prompt-payment discount also given by the ledger: compared, not subtracted again;
 * - `opening`, `openingInterest`: opening balance of a unit (negative: in its favour), as capital and late interest,
 *   with `concept` and `dueDate` if the sheet has a row per instalment;
 * - `interest`: the month's late interest computed by the sheet, instead of by the ledger;
 * - `payment`: payment since the last bill, in the previous month; `paidOn`: day of the payment;
 * - `balance`: balance before payments, compared with the ledger once the books have begun;
 * - `total`: expected sum of the row;
 * - `ignore`.
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

export const SheetColumn = Type.Object({
  /** 0-based. */
  column: Type.Integer({ minimum: 0, maximum: 500 }),
  role: Type.Enum(columnRoles),
  /** For charges and credits: concept name printed on bills. */
  concept: Type.Optional(Line(120)),
  nature: Type.Optional(Type.Enum(chargeNatures)),
});
export type SheetColumn = Static<typeof SheetColumn>;

/** Enough for the roles of 200 columns with the longest names. */
const READING_LIMIT = 128 * 1024;

const Reading = Type.Object({
  year: Year,
  month: MonthNumber,
  /** Sheets left unread on purpose, although they have units missing in the sheet read. */
  skipSheets: Type.Optional(Type.Array(Line(60), { maxItems: 30 })),
  /** Due date of the bills. Default: the sheet's date; null: the joint's due day. */
  dueDate: Type.Optional(Nullable(DayText)),
  /** Sheets read together with the first, such as a sheet per tower. Column roles apply to all. */
  joinSheets: Type.Optional(Type.Array(Line(60), { maxItems: 30 })),
  /** Order of day and month, if ambiguous. */
  dayOrder: Type.Optional(DayOrder),
  /** Confirms unusual payment days. */
  wentOn: Type.Optional(Type.Literal(true)),
  /** Sheet name, header row (1-based) and columns. Missing fields are found automatically. */
  sheet: Type.Optional(Line(200)),
  headerRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
  columns: Type.Optional(Type.Array(SheetColumn, { maxItems: 200 })),
});
export type Reading = Static<typeof Reading>;

/** Question about a sheet with possible answers. Each choice is a change of the reading. */
export const SheetAsk = Type.Object({
  /** Code of the related problem. */
  code: Type.String(),
  column: Nullable(Type.Integer()),
  title: Type.String(),
  text: Type.String(),
  choices: Type.Array(
    Type.Object({
      label: Type.String(),
      /** Changes of the column. */
      role: Type.Optional(Type.Enum(columnRoles)),
      concept: Type.Optional(Type.String()),
      /** Changes of the sheet. */
      year: Type.Optional(Type.Integer()),
      month: Type.Optional(Type.Integer()),
      skipSheets: Type.Optional(Type.Array(Type.String())),
      joinSheets: Type.Optional(Type.Array(Type.String())),
      /** Null: the joint's due day. */
      dueDate: Type.Optional(Nullable(Type.String())),
      dayOrder: Type.Optional(DayOrder),
      wentOn: Type.Optional(Type.Literal(true)),
    }),
  ),
});
export type SheetAsk = Static<typeof SheetAsk>;

/** Sheet read as a month, with every problem by row and column. */
export const MonthReport = Type.Object({
  committed: Type.Boolean(),
  year: Type.Integer(),
  month: Type.Integer(),
  /** Names of all sheets, and of the sheet read. */
  sheets: Type.Array(Type.String()),
  sheet: Nullable(Type.String()),
  headerRow: Nullable(Type.Integer()),
  columns: Type.Array(
    Type.Object({
      ...SheetColumn.properties,
      /** Header text, or the column letter if empty. */
      header: Type.String(),
      samples: Type.Array(Type.String()),
      /** True if the role was remembered from an earlier sheet with the same header. */
      remembered: Type.Boolean(),
    }),
  ),
  /** Questions for a person. A question that is an error prevents storing. */
  asks: Type.Array(SheetAsk),
  /** Result of every cell of the file. */
  account: SheetAccount,
  rows: Type.Array(
    Type.Object({
      /** Sheet of the row, if several are read together. */
      sheet: Type.Optional(Type.String()),
      row: Type.Integer(),
      apartmentId: Type.String(),
      owner: Type.String(),
      opening: Pesos,
      payment: Pesos,
      /** Prompt-payment discount that the payment earns in the ledger. */
      discount: Pesos,
      charges: Type.Array(Type.Object({ concept: Type.String(), amount: Pesos })),
      /** Total of the row including the unit's balance in the ledger. */
      total: Pesos,
    }),
  ),
  totals: Type.Object({ opening: Pesos, payment: Pesos, charges: Pesos, total: Pesos }),
  /** Proposed due date; null: the joint's due day. */
  dueDate: Nullable(Type.String()),
  problems: Type.Array(ImportProblem),
  /** Units missing in the sheet. A bill only if the balance is not 0. */
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
    'Administrators discard only sheets before the preparation: 422 draftPrepared. 409 monthIssued after the issue.',
});

export const previewDraft = endpoint('previewDraft', 'POST /joints/:jointId/drafts/:draftId/preview', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Read a spreadsheet as a month; nothing is stored',
  body: Reading,
  bodyLimit: READING_LIMIT,
  answer: MonthReport,
});

export const prepareMonth = endpoint('prepareMonth', 'POST /joints/:jointId/drafts/:draftId/month', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Store a spreadsheet as a prepared month: all rows or no row',
  description:
    "`dueDate` becomes the month's unless another is given at the issue: 422 dueDateInvalid before the month. 422 importHasProblems, details the report. 409 monthExists while the month stands prepared or issued: discard its draft first. 422 monthBefore for one before the last issued, monthTooLate for one more than two months after today and after the last issued.",
  body: Reading,
  bodyLimit: READING_LIMIT,
  status: 201,
  answer: MonthReport,
});

/** Charges of the joint's last issued month for currently billed units, without credit notes. */
export const LastCharges = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  /** Concepts with charges. */
  concepts: Type.Array(ChargeConcept),
  /** In table order. */
  units: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      owner: Type.String(),
      charges: Type.Array(Type.Object({ chargeConceptId: Type.Integer(), amount: Pesos })),
    }),
  ),
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
  /** Ids of the concepts to charge again. */
  concepts: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
  /** Amounts that replace the last charge; 0 removes the charge. */
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
  summary: "Make a month's spreadsheet from the last month's charges and the typed changes",
  description:
    'Stored, read and issued like a sent spreadsheet. 422 nothingToRepeat, amountInvalid; 404 apartmentNotFound, chargeConceptNotFound.',
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
