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

/** A month's spreadsheet as it arrived. */
export const Draft = Type.Object({
  draftId: Type.Integer(),
  jointId: Type.Integer(),
  jointName: Type.String(),
  fileName: Type.String(),
  receivedAt: Instant,
  /** Three days later: what is promised. */
  deadline: Instant,
  /** Name of who sent it. */
  sentBy: Type.String(),
  /** `prepared`, `issued`: its month. */
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
 * What a column of a month's sheet is:
 * - `unit`, and `tower` in front of it ('1' and '101' are '1-101');
 * - `charge`: a concept of the month, with its nature;
 * - `credit`: a concept in favour of the units, whose amounts are taken away, however they are signed;
 * - `discount`: for prompt payment, as the ledger gives it by itself: compared, and not taken away again;
 * - `opening`, `openingInterest`: the balance that a unit brings when its books begin (negative: in its favour),
 *   its capital and its late interest, with `concept` and `dueDate` beside them where the sheet has a row for
 *   each instalment;
 * - `interest`: the month's late interest as the sheet reckons it, instead of what is reckoned here;
 * - `payment`: paid since the last bill, in the month before; `paidOn`: the day of that payment;
 * - `balance`: the balance before payments, to check against the ledger once the books have begun;
 * - `total`: what the row should add up to;
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
  /** Of charges and credits: the concept's name, as bills show it. */
  concept: Type.Optional(Line(120)),
  nature: Type.Optional(Type.Enum(chargeNatures)),
});
export type SheetColumn = Static<typeof SheetColumn>;

/** The roles of 200 columns, each with the longest of names. */
const READING_LIMIT = 128 * 1024;

const Reading = Type.Object({
  year: Year,
  month: MonthNumber,
  /** Sheets whose table is left unread on purpose, though it has units that the one that is read has not. */
  skipSheets: Type.Optional(Type.Array(Line(60), { maxItems: 30 })),
  /** The day that bills are to be paid by: the one that the sheet says where left out; null: the joint's own. */
  dueDate: Type.Optional(Nullable(DayText)),
  /** Sheets that are read together with the first one: a tower's each. What is said of columns holds for all of them. */
  joinSheets: Type.Optional(Type.Array(Line(60), { maxItems: 30 })),
  /** Of its dates, where both orders can be read. */
  dayOrder: Type.Optional(DayOrder),
  /** Days of payments long before what is owed are right. */
  wentOn: Type.Optional(Type.Literal(true)),
  /** The sheet's name, its header's row (1-based), and its columns; what is left out is found by itself. */
  sheet: Type.Optional(Line(200)),
  headerRow: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
  columns: Type.Optional(Type.Array(SheetColumn, { maxItems: 200 })),
});
export type Reading = Static<typeof Reading>;

/** What somebody has to say of a sheet, with what may be answered: each choice is a change of the reading. */
export const SheetAsk = Type.Object({
  /** Of the problem that it is about. */
  code: Type.String(),
  column: Nullable(Type.Integer()),
  title: Type.String(),
  text: Type.String(),
  choices: Type.Array(
    Type.Object({
      label: Type.String(),
      /** Of the column. */
      role: Type.Optional(Type.Enum(columnRoles)),
      concept: Type.Optional(Type.String()),
      /** Of the sheet. */
      year: Type.Optional(Type.Integer()),
      month: Type.Optional(Type.Integer()),
      skipSheets: Type.Optional(Type.Array(Type.String())),
      joinSheets: Type.Optional(Type.Array(Type.String())),
      /** Null: the joint's own day. */
      dueDate: Type.Optional(Nullable(Type.String())),
      dayOrder: Type.Optional(DayOrder),
      wentOn: Type.Optional(Type.Literal(true)),
    }),
  ),
});
export type SheetAsk = Static<typeof SheetAsk>;

/** A sheet read as a month, with every problem by row and column. */
export const MonthReport = Type.Object({
  committed: Type.Boolean(),
  year: Type.Integer(),
  month: Type.Integer(),
  /** The sheets there are, and the one that was read. */
  sheets: Type.Array(Type.String()),
  sheet: Nullable(Type.String()),
  headerRow: Nullable(Type.Integer()),
  columns: Type.Array(
    Type.Object({
      ...SheetColumn.properties,
      /** As the sheet has it; its letter where there is none. */
      header: Type.String(),
      samples: Type.Array(Type.String()),
      /** Read as somebody mapped the same header in the joint's sheet before. */
      remembered: Type.Boolean(),
    }),
  ),
  /** Questions that nobody but a person can answer; where one is an error, nothing is stored before. */
  asks: Type.Array(SheetAsk),
  /** What became of every cell of the file. */
  account: SheetAccount,
  rows: Type.Array(
    Type.Object({
      /** Of several that are read together. */
      sheet: Type.Optional(Type.String()),
      row: Type.Integer(),
      apartmentId: Type.String(),
      owner: Type.String(),
      opening: Pesos,
      payment: Pesos,
      /** For prompt payment, as the payment earns it from the ledger. */
      discount: Pesos,
      charges: Type.Array(Type.Object({ concept: Type.String(), amount: Pesos })),
      /** What the row adds up to with what the ledger says of the unit. */
      total: Pesos,
    }),
  ),
  totals: Type.Object({ opening: Pesos, payment: Pesos, charges: Pesos, total: Pesos }),
  /** The day that is proposed for bills to be paid by; null: the joint's own. */
  dueDate: Nullable(Type.String()),
  problems: Type.Array(ImportProblem),
  /** Units of the joint that the sheet does not name: they get a bill only where they owe or have in favour. */
  missing: Type.Array(Type.String()),
});
export type MonthReport = Static<typeof MonthReport>;

export const sendDraft = endpoint('sendDraft', 'POST /joints/:jointId/drafts', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "Send a month's spreadsheet: one xlsx or csv file",
  description: 'It is kept as it came; staff review it. 422 sheetUnreadable, 413 sheetTooLarge.',
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
  summary: "Spreadsheets of the caller's joints that are not issued yet, the nearest deadline first",
  answer: Type.Array(Draft),
});

export const getDraftFile = endpoint('getDraftFile', 'GET /joints/:jointId/drafts/:draftId/file', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'The spreadsheet as it came',
  answer: FileAnswer,
  file: true,
});

export const discardDraft = endpoint('discardDraft', 'DELETE /joints/:jointId/drafts/:draftId', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'Discard a spreadsheet, with the month prepared from it',
  description:
    'Administrators discard what is not prepared yet: 422 draftPrepared. 409 monthIssued once its bills are issued.',
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
  summary: 'Store a spreadsheet as a month that can be issued: all rows or none',
  description:
    "`dueDate` becomes the month's unless another is given at the issue: 422 dueDateInvalid before the month. 422 importHasProblems, details the report. 409 monthExists while the month stands prepared or issued: discard its draft first. 422 monthBefore for one before the last issued, monthTooLate for one more than two months after today and after the last issued.",
  body: Reading,
  bodyLimit: READING_LIMIT,
  status: 201,
  answer: MonthReport,
});

/** What the joint's last issued month charged each unit that is billed now, credit notes aside. */
export const LastCharges = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  /** Those that were charged. */
  concepts: Type.Array(ChargeConcept),
  /** In the order of the joint's table. */
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
  summary: 'What the last issued month charged, to be repeated',
  description: '422 nothingToRepeat before the first.',
  answer: LastCharges,
});

const RepeatedMonth = Type.Object({
  year: Year,
  month: MonthNumber,
  /** Those that are charged again, by their numbers. */
  concepts: Type.Array(Id, { minItems: 1, maxItems: 200, uniqueItems: true }),
  /** What a unit is charged instead; 0: nothing. */
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
  summary: "Make a month's spreadsheet of the last month's charges, with what is typed instead",
  description:
    'It is kept as if it had been sent, and is read and issued like any other. 422 nothingToRepeat, amountInvalid; 404 apartmentNotFound, chargeConceptNotFound.',
  body: RepeatedMonth,
  bodyLimit: READING_LIMIT,
  status: 201,
  answer: Draft,
});

export const chargesTemplate = endpoint('chargesTemplate', 'GET /joints/:jointId/chargestemplate', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "A spreadsheet to send, with the joint's units and what its last month charged them",
  answer: FileAnswer,
  file: true,
});
