import Type, { type Static } from 'typebox';
import { accountants, DayText, endpoint, Instant, Nullable, staff } from '../api.ts';
import { Pesos } from './shapes.ts';

/** Month of a joint's billing, prepared or issued. */
export const BillingMonth = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  state: Type.Union([Type.Literal('prepared'), Type.Literal('issued')]),
  draftId: Nullable(Type.Integer()),
  issueDate: Nullable(Type.String()),
  /** Due date of the bills. Before the issue: the date in the month's sheet, or null for the joint's due day. */
  dueDate: Nullable(Type.String()),
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

/** Row of the relación de facturas (list of a month's bills), for a billed unit. The parts add up to `total`. */
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
  overdueInterest: Pesos,
  currentInterest: Pesos,
  fee: Pesos,
  extra: Pesos,
  fines: Pesos,
  other: Pesos,
  rounding: Pesos,
  /** Charges except the administration fee, added by concept. */
  additional: Type.Array(Type.Object({ concept: Type.String(), amount: Pesos })),
  /** Credit of the unit before the bill, as a positive amount. The total is reduced by the credit. */
  credit: Pesos,
  total: Pesos,
});
export type RelationRow = Static<typeof RelationRow>;

/** Warning about an unusual month: a code and a Spanish text with the action to take. */
export const Oddity = Type.Object({ code: Type.String(), text: Type.String() });
export type Oddity = Static<typeof Oddity>;

/** Relación de facturas (list of the bills) of an issued month, or a forecast for a prepared month. */
export const Relation = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  state: Type.Union([Type.Literal('prepared'), Type.Literal('issued')]),
  issueDate: Type.String(),
  dueDate: Type.String(),
  rows: Type.Array(RelationRow),
  totals: Type.Omit(RelationRow, ['apartmentId', 'units', 'owner', 'bill', 'annulled', 'additional']),
  /** Months (2026-05) marked 'sin intereses', with interest that this month would charge without the mark. */
  interestFree: Type.Array(Type.String()),
  /** Warnings about a prepared month, to check before the issue. */
  oddities: Type.Array(Oddity),
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
  description: 'Administrators see issued months alone. 404 monthNotFound. 422 legalRateMissing.',
  answer: Relation,
});

export const issueMonth = endpoint('issueMonth', 'POST /joints/:jointId/months/:year/:month/issue', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Issue a prepared month: a job numbers and freezes the bills and makes the invoices',
  description:
    'A repeat returns another job, for the invoices of the issued month. Progress, file and cancelling: /reports/jobs; a job cancelled before the bills are numbered leaves the month prepared. `issueDate` is the posting date (default: today): not before the last posting (422 issueDateTooEarly, details {earliest}), not in the future (422 dateInFuture). 422 dueDatePassed for a due date before today without `acceptPastDue`, details {dueDate}. 422 legalRateMissing, with the months without a ceiling in the details. 422 monthTooLate for a month more than two after today and after the last issued month. 404 monthNotFound. 409 monthIssued with other dates than the dates of the issue.',
  body: Type.Object({
    issueDate: Type.Optional(DayText),
    /** Due date of the bills. Default: (1) the date in the month's sheet, (2) the joint's due day. */
    dueDate: Type.Optional(DayText),
    /** True to confirm a due date in the past. */
    acceptPastDue: Type.Optional(Type.Boolean()),
    /** True to mail each bill to the unit's owners with an e-mail address. */
    mailOwners: Type.Optional(Type.Boolean()),
  }),
  status: 202,
  answer: Type.Object({ jobId: Type.String() }),
});

export const mailMonth = endpoint('mailMonth', 'POST /joints/:jointId/months/:year/:month/mail', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary:
    'Mail an issued month again: the relación to administrators and accountants, or the bills to owners',
  description:
    '422 nobodyToMail without an address. Messages already in the outbox are not queued twice: 0 means that all messages wait.',
  body: Type.Object({ what: Type.Union([Type.Literal('relation'), Type.Literal('bills')]) }),
  status: 202,
  answer: Type.Object({ queued: Type.Integer() }),
});
