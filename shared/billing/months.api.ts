import Type, { type Static } from 'typebox';
import { accountants, DayText, endpoint, Instant, Line, monthKeepers, Nullable } from '../api.ts';
import { Pesos } from './shapes.ts';

/**
 * Month of a joint's billing in the list of months: prepared (charges stored, no bills) or issued (bills
 * final). Amounts in pesos.
 */
export const BillingMonth = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  /** `prepared`: charges loaded, bills not issued. `issued`: bills are final. */
  state: Type.Union([Type.Literal('prepared'), Type.Literal('issued')]),
  /** Id of the uploaded spreadsheet with the charges. Null for a month without a spreadsheet. */
  draftId: Nullable(Type.Integer()),
  /** Day printed as the date of the bills. Null before the issue. */
  issueDate: Nullable(Type.String()),
  /** Due date of the bills. Before the issue: the date in the month's sheet, or null for the joint's due day. */
  dueDate: Nullable(Type.String()),
  /** Time of the issue. Null before the issue. */
  issuedAt: Nullable(Instant),
  /** Bills of the month: quantity, first and last number, annulled bills, and total. Null before the issue. */
  bills: Nullable(
    Type.Object({
      quantity: Type.Integer(),
      first: Type.Integer(),
      last: Type.Integer(),
      annulled: Type.Integer(),
      total: Pesos,
    }),
  ),
});
export type BillingMonth = Static<typeof BillingMonth>;

export const listMonths = endpoint('listMonths', 'GET /joints/:jointId/months', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: "A joint's months, newest first",
  answer: Type.Array(BillingMonth),
});

/**
 * Row of the relación de facturas (table of a month's bills) for an account: the bill of a unit by kind of
 * amount, in pesos. The parts add up to `total`.
 */
export const RelationRow = Type.Object({
  apartmentId: Type.String(),
  /** Ids of the units billed together with the billed unit. */
  units: Type.Array(Type.String()),
  owner: Type.String(),
  /** Number of the bill. Null before the issue. */
  bill: Nullable(Type.Integer()),
  annulled: Type.Boolean(),
  /** Sum of the payments since the previous bill. */
  previousPayment: Pesos,
  /** Number of months with overdue capital. */
  overdueInstalments: Type.Integer(),
  /** Unpaid capital of earlier months. */
  overdueCapital: Pesos,
  /** Unpaid late interest of earlier bills. */
  overdueInterest: Pesos,
  /** Late interest charged by this bill. */
  currentInterest: Pesos,
  /** Administration fee of the month, and below extra fees, fines and other charges. */
  fee: Pesos,
  extra: Pesos,
  fines: Pesos,
  other: Pesos,
  /** Rounding of the total to the peso. */
  rounding: Pesos,
  /** Charges except the administration fee, added by concept. */
  additional: Type.Array(Type.Object({ concept: Type.String(), amount: Pesos })),
  /** Credit of the unit before the bill, as a positive amount. The total is reduced by the credit. */
  credit: Pesos,
  total: Pesos,
});
export type RelationRow = Static<typeof RelationRow>;

/**
 * Warning about unusual figures of a prepared month, for example a charge three times higher than last month:
 * a stable code, and a Spanish text with the action to take.
 */
export const Oddity = Type.Object({ code: Type.String(), text: Type.String() });
export type Oddity = Static<typeof Oddity>;

/**
 * Known reasons for a difference between a unit's bill and the total in the month's spreadsheet:
 * - `interest`: late interest computed by the ledger, and `sheetInterest`: late interest of the sheet left
 *   unread;
 * - `discount`, `rounding`: prompt-payment discount and rounding given by the ledger;
 * - `balance`, `credit`: debt or credit in the books, not in the sheet's total;
 * - `received`, `adjusted`: receipts and other movements since the last bill, not in the sheet's total.
 */
export const differenceReasons = [
  'balance',
  'credit',
  'received',
  'adjusted',
  'interest',
  'sheetInterest',
  'discount',
  'rounding',
] as const;
export type DifferenceReason = (typeof differenceReasons)[number];

const ReasonSum = Type.Object({ reason: Type.Enum(differenceReasons), amount: Pesos });

/**
 * Comparison of the bills of a prepared month with the totals in the spreadsheet, shown before the issue
 * (PRODUCT §19 rule 1). Amounts in pesos.
 */
export const SheetDifferences = Type.Object({
  /** True if the sheet has a column of totals. False: the sheet's totals are sums of the columns read. */
  hasTotals: Type.Boolean(),
  /** Sum of the sheet's totals. */
  sheet: Pesos,
  /** Sum of the bills. */
  bills: Pesos,
  /** Number of units with a difference. */
  units: Type.Integer(),
  /** Number of units with a difference without a known reason. A number above 0 blocks the issue. */
  unexplained: Type.Integer(),
  /** Known reasons with the number of units and the sum. Positive: the bills are higher than the sheet. */
  reasons: Type.Array(Type.Object({ ...ReasonSum.properties, units: Type.Integer() })),
  /** First units with a difference, at most 200; units without a known reason come first. */
  listed: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      sheet: Pesos,
      bill: Pesos,
      /** Bill minus sheet. */
      difference: Pesos,
      /** Reasons that add up to the difference. Null without a known reason. */
      reasons: Nullable(Type.Array(ReasonSum)),
    }),
  ),
});
export type SheetDifferences = Static<typeof SheetDifferences>;

/**
 * Relación de facturas: table of the bills of an issued month, or a forecast for a prepared month. Shown
 * before and after the issue; amounts in pesos.
 */
export const Relation = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  state: Type.Union([Type.Literal('prepared'), Type.Literal('issued')]),
  issueDate: Type.String(),
  dueDate: Type.String(),
  /** A row per billed unit. */
  rows: Type.Array(RelationRow),
  totals: Type.Omit(RelationRow, ['apartmentId', 'units', 'owner', 'bill', 'annulled', 'additional']),
  /** Months (2026-05) marked 'sin intereses', with interest that this month would charge without the mark. */
  interestFree: Type.Array(Type.String()),
  /** Warnings about a prepared month, to check before the issue. */
  oddities: Type.Array(Oddity),
  /** Comparison with the sheet. Null for an issued month, or for a month without stored totals. */
  differences: Nullable(SheetDifferences),
  /** Fingerprint of the figures of all bills, to send with the issue. Null for an issued month. */
  figures: Nullable(Type.String()),
  /** Number of accounts with a valid bill and an owner with an e-mail address. */
  reachable: Type.Integer(),
  /** Number of administrators and accountants with a copy of the relación by e-mail. */
  relationTo: Type.Integer(),
});
export type Relation = Static<typeof Relation>;

export const getRelation = endpoint('getRelation', 'GET /joints/:jointId/months/:year/:month/relation', {
  inWorker: true,
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'Relación de facturas: of an issued month as issued, of a prepared month as of today',
  description:
    'A prepared month is computed for the dates of the query, by default for the proposed dates. 422 issueDateTooEarly, dateInFuture, dueDateInvalid for the dates. Administrators see issued months alone. 404 monthNotFound. 422 legalRateMissing.',
  query: Type.Object({ issueDate: Type.Optional(DayText), dueDate: Type.Optional(DayText) }),
  answer: Relation,
});

export const issueMonth = endpoint('issueMonth', 'POST /joints/:jointId/months/:year/:month/issue', {
  access: { profiles: monthKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Issue a prepared month: a job numbers and freezes the bills and makes the invoices',
  description:
    'A repeat returns another job, for the invoices of the issued month. Progress, file and cancelling: /reports/jobs; a job cancelled before the bills are numbered leaves the month prepared. `issueDate` is the posting date (default: today): not before the last posting (422 issueDateTooEarly, details {earliest}), not in the future (422 dateInFuture). 422 dueDatePassed for a due date before today without `acceptPastDue`, details {dueDate}. 422 legalRateMissing, with the months without a ceiling in the details. 422 differenceUnexplained if a bill differs from the total in the sheet without a known reason, details {units, quantity} with the first units. 422 figuresMissing without `figures` for a prepared month. 409 figuresMoved if `figures` is not the fingerprint of the computed bills; nothing is issued. 422 monthTooLate for a month more than two after today and after the last issued month. 404 monthNotFound. 409 monthIssued with other dates than the dates of the issue.',
  body: Type.Object({
    issueDate: Type.Optional(DayText),
    /** Due date of the bills. Default: (1) the date in the month's sheet, (2) the joint's due day. */
    dueDate: Type.Optional(DayText),
    /** True to confirm a due date in the past. */
    acceptPastDue: Type.Optional(Type.Boolean()),
    /**
     * Fingerprint of the previewed figures (`Relation.figures`). The job issues only bills with equal figures. Required
     * for a prepared month; an issued month needs no fingerprint.
     */
    figures: Type.Optional(Line(64)),
    /** True to mail each bill to the unit's owners with an e-mail address. */
    mailOwners: Type.Optional(Type.Boolean()),
  }),
  status: 202,
  answer: Type.Object({ jobId: Type.String() }),
});

export const mailMonth = endpoint('mailMonth', 'POST /joints/:jointId/months/:year/:month/mail', {
  access: { profiles: monthKeepers, scope: 'paramsJoint', service: 'billing' },
  summary:
    'Mail an issued month again: the relación to administrators and accountants, or the bills to owners',
  description:
    '422 nobodyToMail without an address. Messages already in the outbox are not queued twice: 0 means that all messages wait.',
  body: Type.Object({ what: Type.Union([Type.Literal('relation'), Type.Literal('bills')]) }),
  status: 202,
  answer: Type.Object({ queued: Type.Integer() }),
});
