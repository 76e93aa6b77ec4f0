import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  accountants,
  accountReaders,
  DayText,
  endpoint,
  Line,
  Nullable,
  staff,
} from '../api.ts';
import { Letterhead } from './letterhead.ts';
import { chargeNatures, interestWays, itemNatures, rateUnits } from './natures.ts';
import { Annulment, OwnAccount, PaidPesos, Pesos } from './shapes.ts';

const billStates = ['pending', 'partly', 'paid', 'nothing', 'annulled'] as const;

/** Where a bill stands today: `nothing` was to be paid of it. */
export const BillStanding = Type.Object({
  state: Type.Enum(billStates),
  /** What is open of everything that it asked for. */
  left: Pesos,
  /** The last bill since that asks for it again. */
  carriedBy: Nullable(Type.Integer()),
});
export type BillStanding = Static<typeof BillStanding>;

/** A bill as lists have it (the specification, section 7); the total is the sum of all its fees. */
export const BillMovement = Type.Object({
  date: Type.String(),
  bill: Type.Integer(),
  movementsDetail: Type.Array(Type.Object({ concept: Type.String(), periodFee: Pesos, overdueFee: Pesos })),
  year: Type.Integer(),
  month: Type.Integer(),
  /** The account that it bills. */
  apartmentId: Type.String(),
  annulled: Type.Boolean(),
  standing: BillStanding,
});
export type BillMovement = Static<typeof BillMovement>;

export const listBills = endpoint('listBills', 'GET /movements/:jointId/apartments/:apartmentId', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: "A unit's bills, newest first; those of its main unit where it is billed with it",
  description: 'With those of the accounts that units which are billed together have from before.',
  answer: Type.Array(BillMovement),
});

export const listBillYears = endpoint('listBillYears', 'GET /movements/:jointId/years', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'Years of issued months, newest first',
  answer: Type.Array(Type.Integer()),
});

export const listBillMonths = endpoint('listBillMonths', 'GET /movements/:jointId/years/:year', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'Issued months of a year, from January',
  answer: Type.Array(Type.Integer()),
});

/** A bill in full, as it was issued. */
export const Bill = Type.Object({
  jointId: Type.Integer(),
  bill: Type.Integer(),
  year: Type.Integer(),
  month: Type.Integer(),
  apartmentId: Type.String(),
  units: Type.Array(Type.String()),
  owner: Type.String(),
  ownerDocument: Nullable(Type.String()),
  /** What banks are given to pay with. */
  reference: Type.String(),
  issueDate: Type.String(),
  dueDate: Type.String(),
  previousPayment: Pesos,
  overdueInstalments: Type.Integer(),
  lines: Type.Array(
    Type.Object({
      position: Type.Integer(),
      concept: Type.String(),
      nature: Type.Enum(itemNatures),
      periodFee: Pesos,
      overdueFee: Pesos,
    }),
  ),
  /** Negative: in favour of the unit. */
  total: Pesos,
  /** Paid whole until its day, the bill costs this much less. */
  discount: Nullable(Type.Object({ amount: Pesos, until: Type.String(), total: Pesos })),
  annulled: Nullable(Annulment),
  /** Null: issued before it was kept. */
  letterhead: Nullable(Letterhead),
  /** As the books are now; all the rest is as it was issued. */
  standing: BillStanding,
});
export type Bill = Static<typeof Bill>;

export const getBill = endpoint('getBill', 'GET /joints/:jointId/bills/:bill', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'A bill in full and where it stands today; an owner: of their own units. 404 billNotFound',
  answer: Bill,
});

/** Why a line of a bill is what it is: the movements behind each of its figures. */
export const BillExplanation = Type.Object({
  bill: Type.Integer(),
  lines: Type.Array(
    Type.Object({
      position: Type.Integer(),
      concept: Type.String(),
      periodFee: Pesos,
      overdueFee: Pesos,
      /** What the line is the sum of. */
      items: Type.Array(
        Type.Object({
          item: Type.Integer(),
          nature: Type.Enum(itemNatures),
          description: Type.String(),
          /** What was owed already when the joint's books began. */
          opening: Type.Boolean(),
          /** The unit that it is for, where the bill is for several. */
          unit: Nullable(Type.String()),
          /** Of a payment: its cash receipt. */
          receipt: Nullable(Type.Integer()),
          /** Year and month it is of; null where it is of none. */
          month: Nullable(Type.String()),
          valueDate: Type.String(),
          postingDate: Type.String(),
          dueDate: Nullable(Type.String()),
          /** As it was posted, and what was open of it when the bill was issued (negative: credits). */
          amount: Pesos,
          open: Pesos,
          overdue: Type.Boolean(),
          /** What went to it before the bill, payments and other credits, or where a credit's own money had gone. */
          allocations: Type.Array(
            Type.Object({
              item: Type.Integer(),
              nature: Type.Enum(itemNatures),
              description: Type.String(),
              /** Of a charge: its month. */
              month: Nullable(Type.String()),
              receipt: Nullable(Type.Integer()),
              valueDate: Type.String(),
              postingDate: Type.String(),
              amount: Pesos,
            }),
          ),
          /**
           * Of interest: the instalment, its month, and what it was reckoned of: the capital that was unpaid (of days, the
           * most on any of them), by days the stretches that owed the same, and the rates in per cent. A day's is null
           * where each bears a thirtieth of the monthly one, and where interest is by months. Negative: interest given back.
           */
          interest: Type.Array(
            Type.Object({
              source: Type.String(),
              sourceUnit: Nullable(Type.String()),
              sourceDueDate: Type.String(),
              month: Type.String(),
              way: Type.Enum(interestWays),
              principal: Pesos,
              stretches: Type.Array(
                Type.Object({
                  from: Type.String(),
                  to: Type.String(),
                  days: Type.Integer(),
                  principal: Pesos,
                }),
              ),
              rateUnit: Type.Enum(rateUnits),
              annualRate: Type.Number(),
              monthlyRate: Type.Number(),
              dailyRate: Nullable(Type.Number()),
              toPeso: Type.Boolean(),
              amount: Pesos,
            }),
          ),
        }),
      ),
    }),
  ),
});
export type BillExplanation = Static<typeof BillExplanation>;

export const explainBill = endpoint('explainBill', 'GET /joints/:jointId/bills/:bill/explanation', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'The movements behind every figure of a bill, as of its issue',
  answer: BillExplanation,
});

export const annulBill = endpoint('annulBill', 'POST /joints/:jointId/bills/:bill/annulment', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Annul a bill: it keeps its number, its charges are reversed in the open month',
  description: '409 alreadyAnnulled. What was paid of it goes to the oldest debt, or stays as a credit.',
  body: Type.Object({ reason: Line(300) }),
  status: 201,
  answer: Annulment,
});

/** A movement that corrects: it is posted in the open month. */
export const NewAdjustment = Type.Object({
  apartmentId: ApartmentId,
  /** `charge` and `creditNote` correct; `condonation` forgives late interest, or capital where the acta says so. */
  kind: Type.Union([Type.Literal('charge'), Type.Literal('creditNote'), Type.Literal('condonation')]),
  amount: PaidPesos,
  /** Of charges: concept and nature, `Ajuste` and `other` where left out, and the due date (the month's). */
  concept: Type.Optional(Line(120)),
  nature: Type.Optional(Type.Enum(chargeNatures)),
  dueDate: Type.Optional(DayText),
  /** What a condonation forgives; interest where left out. */
  forgives: Type.Optional(Type.Union([Type.Literal('interest'), Type.Literal('capital')])),
  valueDate: Type.Optional(DayText),
  reason: Line(300),
  /** The acta that a condonation stands on. */
  acta: Type.Optional(Line(300)),
});
export type NewAdjustment = Static<typeof NewAdjustment>;

export const Adjustment = Type.Object({
  item: Type.Integer(),
  apartmentId: Type.String(),
  kind: Type.String(),
  amount: Pesos,
  postingDate: Type.String(),
  /** The unit's balance after it. */
  balance: Pesos,
});
export type Adjustment = Static<typeof Adjustment>;

export const addAdjustment = endpoint('addAdjustment', 'POST /joints/:jointId/adjustments', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Correct an account with a new movement: a charge, a credit note or a condonation',
  description:
    '422 actaRequired for a condonation without its acta. 422 condonationTooLarge for more than is open of what it forgives. 404 apartmentNotFound. 422 dateInFuture.',
  body: NewAdjustment,
  status: 201,
  answer: Adjustment,
  idempotent: true,
});

/** What a unit owes, movement by movement. */
export const Statement = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  apartmentId: Type.String(),
  units: Type.Array(Type.String()),
  owner: Type.String(),
  /** As of this posting date, and the day on which due dates are seen: the day before where today is closed. */
  date: Type.String(),
  seen: Type.String(),
  /** Anything was posted in the joint. Before, its books know nothing of the unit that could be certified. */
  begun: Type.Boolean(),
  rows: Type.Array(
    Type.Object({
      postingDate: Type.String(),
      valueDate: Type.String(),
      nature: Type.Enum(itemNatures),
      description: Type.String(),
      /** 'Cuenta de cobro 12', 'Recibo de caja 7'; '' where it has no document. */
      document: Type.String(),
      /** The unit it is for, where that is one that is billed with the account's own. */
      unit: Nullable(Type.String()),
      /** Why it was entered: of corrections and of what was annulled. */
      reason: Nullable(Type.String()),
      dueDate: Nullable(Type.String()),
      debit: Pesos,
      credit: Pesos,
      /** After this movement; the last is the balance. */
      balance: Pesos,
      /** It reverses another one, or was reversed. */
      reversal: Type.Boolean(),
      /** Which of the two: it reverses another one. */
      reverses: Type.Boolean(),
    }),
  ),
  totals: Type.Object({ debit: Pesos, credit: Pesos }),
  /** Negative: in favour of the unit. Capital and interest that are open, and credit that is left. */
  balance: Pesos,
  capital: Pesos,
  interest: Pesos,
  credit: Pesos,
  /** Of what is open: what fell due before that day, since when, and when the next part falls due. */
  overdue: Pesos,
  overdueSince: Nullable(Type.String()),
  nextDueDate: Nullable(Type.String()),
  /** The last bill, where something that it asks for is still owed: it explains what is. */
  lastBill: Nullable(Type.Integer()),
  /** The payment reference of the last bill; '' where there is none. */
  reference: Type.String(),
  /** Accounts that units which are billed on this one have from before, with what is owed there beside it. */
  others: Type.Array(Type.Object({ apartmentId: Type.String(), balance: Pesos })),
});
export type Statement = Static<typeof Statement>;

export const getStatement = endpoint('getStatement', 'GET /joints/:jointId/statements/:apartmentId', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: "A unit's account statement as its report shows it; an owner: of their own units",
  description:
    'A unit that is billed with its main unit answers with the account of that one; with `own`, with the account that it has from before.',
  query: Type.Object({ date: Type.Optional(DayText), own: OwnAccount }),
  answer: Statement,
});

/** An account as lists of choices need it. */
export const Account = Type.Object({
  apartmentId: Type.String(),
  units: Type.Array(Type.String()),
  owner: Type.String(),
  reference: Type.String(),
  balance: Pesos,
});
export type Account = Static<typeof Account>;

export const listAccounts = endpoint('listAccounts', 'GET /joints/:jointId/accounts', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'Every account of a joint with its payment reference and its balance of now',
  answer: Type.Array(Account),
});
