import Type, { type Static } from 'typebox';
import { accountants, DayText, endpoint, Instant, Nullable, staff } from '../api.ts';
import { Pesos } from './shapes.ts';

/** A month of a joint that is prepared or issued. */
export const BillingMonth = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  state: Type.Union([Type.Literal('prepared'), Type.Literal('issued')]),
  draftId: Nullable(Type.Integer()),
  issueDate: Nullable(Type.String()),
  /** Before the issue the one that the month's sheet says; null: the joint's own day. */
  dueDate: Nullable(Type.String()),
  issuedAt: Nullable(Instant),
  /** How many bills, their numbers, and what they add up to; null before the issue. */
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

/** A row of the relación de facturas, of a unit that is billed; its parts add up to `total`. */
export const RelationRow = Type.Object({
  apartmentId: Type.String(),
  /** Units that go with it. */
  units: Type.Array(Type.String()),
  owner: Type.String(),
  /** Null before the issue. */
  bill: Nullable(Type.Integer()),
  annulled: Type.Boolean(),
  /** What was paid since the bill before. */
  previousPayment: Pesos,
  /** Months with overdue capital. */
  overdueInstalments: Type.Integer(),
  /** Capital of earlier months that was open. */
  overdueCapital: Pesos,
  overdueInterest: Pesos,
  currentInterest: Pesos,
  fee: Pesos,
  extra: Pesos,
  fines: Pesos,
  other: Pesos,
  rounding: Pesos,
  /** The charges that are not the fee, each by its concept. */
  additional: Type.Array(Type.Object({ concept: Type.String(), amount: Pesos })),
  /** In favour of the unit, before this bill consumes it: positive, and subtracted. */
  credit: Pesos,
  total: Pesos,
});
export type RelationRow = Static<typeof RelationRow>;

/** Something that is unusual of a month, and what to do about it, in Spanish. */
export const Oddity = Type.Object({ code: Type.String(), text: Type.String() });
export type Oddity = Static<typeof Oddity>;

/** Before the issue: what it would be on that day. */
export const Relation = Type.Object({
  year: Type.Integer(),
  month: Type.Integer(),
  state: Type.Union([Type.Literal('prepared'), Type.Literal('issued')]),
  issueDate: Type.String(),
  dueDate: Type.String(),
  rows: Type.Array(RelationRow),
  totals: Type.Omit(RelationRow, ['apartmentId', 'units', 'owner', 'bill', 'annulled', 'additional']),
  /** Months, 2026-05, whose late interest this one would charge, and that were marked 'sin intereses'. */
  interestFree: Type.Array(Type.String()),
  /** Of a prepared month, what somebody should have seen before it is issued. */
  oddities: Type.Array(Oddity),
  /** Accounts, of those that stand, with an owner who has a mail address. */
  reachable: Type.Integer(),
  /** Administrators and accountants who get the relación by mail. */
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
    /** The one that the month's sheet said, else the joint's due day of the month, where left out. */
    dueDate: Type.Optional(DayText),
    /** Somebody was told that the due date has passed, and wants the bills all the same. */
    acceptPastDue: Type.Optional(Type.Boolean()),
    /** Each bill is mailed to its unit's owners who have an address. */
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
