import Type, { type Static } from 'typebox';
import { accountants, DayText, endpoint, Instant, Nullable, staff } from '../api.ts';
import { Pesos } from './shapes.ts';

/** Prepared or issued month of a joint. */
export const BillingMonth = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  state: Type.Union([Type.Literal('prepared'), Type.Literal('issued')]),
  draftId: Nullable(Type.Integer()),
  issueDate: Nullable(Type.String()),
  /** Before the issue: date from the month's sheet; null: the joint's due day. */
  dueDate: Nullable(Type.String()),
  issuedAt: Nullable(Instant),
  /** Number of bills, first and last number, annulled bills, and total. Null before the issue. */
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

/** Row of the relación de facturas, for a billed unit. The parts add up to `total`. */
export const RelationRow = Type.Object({
  apartmentId: Type.String(),
  /** Units grouped with the billed unit. */
  units: Type.Array(Type.String()),
  owner: Type.String(),
  /** Null before the issue. */
  bill: Nullable(Type.Integer()),
  annulled: Type.Boolean(),
  /** Payments since the previous bill. */
  previousPayment: Pesos,
  /** Number of months with overdue capital. */
  overdueInstalments: Type.Integer(),
  /** Open capital of earlier months. */
  overdueCapital: Pesos,
  overdueInterest: Pesos,
  currentInterest: Pesos,
  fee: Pesos,
  extra: Pesos,
  fines: Pesos,
  other: Pesos,
  rounding: Pesos,
  /** Charges except the fee, by concept. */
  additional: Type.Array(Type.Object({ concept: Type.String(), amount: Pesos })),
  /** Credit before the bill uses the credit: positive, subtracted from the total. */
  credit: Pesos,
  total: Pesos,
});
export type RelationRow = Static<typeof RelationRow>;

/** Warning about an unusual month, with the action to take, in Spanish. */
export const Oddity = Type.Object({ code: Type.String(), text: Type.String() });
export type Oddity = Static<typeof Oddity>;

/** Relación of an issued month, or the forecast for a prepared month. */
export const Relation = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  state: Type.Union([Type.Literal('prepared'), Type.Literal('issued')]),
  issueDate: Type.String(),
  dueDate: Type.String(),
  rows: Type.Array(RelationRow),
  totals: Type.Omit(RelationRow, ['apartmentId', 'units', 'owner', 'bill', 'annulled', 'additional']),
  /** Months (2026-05) marked 'sin intereses' that this month would charge interest for. */
  interestFree: Type.Array(Type.String()),
  /** Warnings for a prepared month, to check before the issue. */
  oddities: Type.Array(Oddity),
  /** Accounts with a valid bill and an owner with an e-mail address. */
  reachable: Type.Integer(),
  /** Administrators and accountants who receive the relación by e-mail. */
  relationTo: Type.Integer(),
});
export type Relation = Static<typeof Relation>;

export const getRelation = endpoint('getRelation', 'GET /joints/:jointId/months/:year/:month/relation', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary:
    'The relación de facturas: of an issued month as it was issued, of a prepared one as it would be today',
  description: 'Administrators see issued months alone. 404 monthNotFound. 422 legalRateMissing.',
  answer: Relation,
});

export const issueMonth = endpoint('issueMonth', 'POST /joints/:jointId/months/:year/:month/issue', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Issue a prepared month: a job that numbers its bills, freezes them and makes their invoices',
  description:
    "Asked again, it answers with another job, which makes an issued month's invoices. Its progress, file and calling off are those of /reports/jobs; called off before the bills are numbered it leaves the month prepared. `issueDate` is the posting date: today where left out, neither before what is already posted (422 issueDateTooEarly, details {earliest}) nor in the future (422 dateInFuture). 422 dueDatePassed where the due date is before today and `acceptPastDue` is not given, details {dueDate}. 422 legalRateMissing, details the months whose own ceiling nobody entered. 422 monthTooLate for a month more than two after today and after the last issued. 404 monthNotFound. 409 monthIssued where other dates are given than it was issued with.",
  body: Type.Object({
    issueDate: Type.Optional(DayText),
    /** Default: (1) the date in the month's sheet, (2) the joint's due day. */
    dueDate: Type.Optional(DayText),
    /** Confirms a due date in the past. */
    acceptPastDue: Type.Optional(Type.Boolean()),
    /** Mails each bill to the unit's owners with an e-mail address. */
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
    '422 nobodyToMail where nobody has an address. What still waits in the outbox is not queued twice: 0 says that all of it does.',
  body: Type.Object({ what: Type.Union([Type.Literal('relation'), Type.Literal('bills')]) }),
  status: 202,
  answer: Type.Object({ queued: Type.Integer() }),
});
