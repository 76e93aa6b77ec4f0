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

/** Payment state of a bill today. `nothing`: the total was not positive. */
export const BillStanding = Type.Object({
  state: Type.Enum(billStates),
  /** Open amount of all items of the bill. */
  left: Pesos,
  /** Latest later bill that includes the open debt. */
  carriedBy: Nullable(Type.Integer()),
});
export type BillStanding = Static<typeof BillStanding>;

/** Bill in lists (the specification, section 7). The total is the sum of all fees. */
export const BillMovement = Type.Object({
  date: Type.String(),
  bill: Type.Integer(),
  movementsDetail: Type.Array(Type.Object({ concept: Type.String(), periodFee: Pesos, overdueFee: Pesos })),
  year: Type.Integer(),
  month: Type.Integer(),
  /** Billed account. */
  apartmentId: Type.String(),
  annulled: Type.Boolean(),
  standing: BillStanding,
});
export type BillMovement = Static<typeof BillMovement>;

export const listBills = endpoint('listBills', 'GET /movements/:jointId/apartments/:apartmentId', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: "A unit's bills, newest first; for a unit billed with a main unit, the bills of the main unit",
  description: 'With bills of former accounts of units now billed together.',
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

/** Complete bill as issued. */
export const Bill = Type.Object({
  jointId: Type.Integer(),
  bill: Type.Integer(),
  year: Type.Integer(),
  month: Type.Integer(),
  apartmentId: Type.String(),
  units: Type.Array(Type.String()),
  owner: Type.String(),
  ownerDocument: Nullable(Type.String()),
  /** Reference for bank payments. */
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
  /** Amount saved if the bill is paid completely in time. */
  discount: Nullable(Type.Object({ amount: Pesos, until: Type.String(), total: Pesos })),
  annulled: Nullable(Annulment),
  /** Null for bills issued before letterheads were stored. */
  letterhead: Nullable(Letterhead),
  /** Current state; all other fields are as issued. */
  standing: BillStanding,
});
export type Bill = Static<typeof Bill>;

export const getBill = endpoint('getBill', 'GET /joints/:jointId/bills/:bill', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'A whole bill with the state of today; an owner: of own units. 404 billNotFound',
  answer: Bill,
});

/** Explanation of a bill: the movements of each line. */
export const BillExplanation = Type.Object({
  bill: Type.Integer(),
  lines: Type.Array(
    Type.Object({
      position: Type.Integer(),
      concept: Type.String(),
      periodFee: Pesos,
      overdueFee: Pesos,
      /** Items that add up to the line. */
      items: Type.Array(
        Type.Object({
          item: Type.Integer(),
          nature: Type.Enum(itemNatures),
          description: Type.String(),
          /** True for debts from before the joint's books began. */
          opening: Type.Boolean(),
          /** Unit of the item, if the bill has several units. */
          unit: Nullable(Type.String()),
          /** Cash receipt of a payment. */
          receipt: Nullable(Type.Integer()),
          /** Year and month of the item; null if none. */
          month: Nullable(Type.String()),
          valueDate: Type.String(),
          postingDate: Type.String(),
          dueDate: Nullable(Type.String()),
          /** Posted amount, and open amount at the issue (negative for credits). */
          amount: Pesos,
          open: Pesos,
          overdue: Type.Boolean(),
          /** Allocations before the bill: money that paid the item, or debts paid by a credit. */
          allocations: Type.Array(
            Type.Object({
              item: Type.Integer(),
              nature: Type.Enum(itemNatures),
              description: Type.String(),
              /** Month of a charge. */
              month: Nullable(Type.String()),
              receipt: Nullable(Type.Integer()),
              valueDate: Type.String(),
              postingDate: Type.String(),
              amount: Pesos,
            }),
          ),
          /**
           * Interest inputs: source instalment, month, unpaid capital (by days: the largest of any day), stretches
           * with constant debt (by days), and rates in per cent. The daily rate is null for a monthly rate and for
           * interest by months. Negative: credited interest.
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
  summary: 'Annul a bill: the number stays, and the charges are reversed in the open month',
  description: '409 alreadyAnnulled. Payments of the bill go to the oldest debt, or stay as a credit.',
  body: Type.Object({ reason: Line(300) }),
  status: 201,
  answer: Annulment,
});

/** Correction to post in the open month. */
export const NewAdjustment = Type.Object({
  apartmentId: ApartmentId,
  /** `charge` and `creditNote` correct. `condonation` forgives late interest, or capital if the acta says so. */
  kind: Type.Union([Type.Literal('charge'), Type.Literal('creditNote'), Type.Literal('condonation')]),
  amount: PaidPesos,
  /** For charges: concept (default `Ajuste`), nature (default `other`) and due date (default: the month's). */
  concept: Type.Optional(Line(120)),
  nature: Type.Optional(Type.Enum(chargeNatures)),
  dueDate: Type.Optional(DayText),
  /** Part forgiven by a condonation. Default: interest. */
  forgives: Type.Optional(Type.Union([Type.Literal('interest'), Type.Literal('capital')])),
  valueDate: Type.Optional(DayText),
  reason: Line(300),
  /** Acta that decided a condonation. */
  acta: Type.Optional(Line(300)),
});
export type NewAdjustment = Static<typeof NewAdjustment>;

export const Adjustment = Type.Object({
  item: Type.Integer(),
  apartmentId: Type.String(),
  kind: Type.String(),
  amount: Pesos,
  postingDate: Type.String(),
  /** Balance of the unit after the correction. */
  balance: Pesos,
});
export type Adjustment = Static<typeof Adjustment>;

export const addAdjustment = endpoint('addAdjustment', 'POST /joints/:jointId/adjustments', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Correct an account with a new movement: a charge, a credit note or a condonation',
  description:
    '422 actaRequired for a condonation without an acta. 422 condonationTooLarge above the open amount of the debt. 404 apartmentNotFound. 422 dateInFuture.',
  body: NewAdjustment,
  status: 201,
  answer: Adjustment,
  idempotent: true,
});

/** Statement of a unit's account with all movements. */
export const Statement = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  apartmentId: Type.String(),
  units: Type.Array(Type.String()),
  owner: Type.String(),
  /** Last day of included postings (`date`), and day for due dates (`seen`), a day earlier if today is closed. */
  date: Type.String(),
  seen: Type.String(),
  /** True if the joint has any movement. Without movements, no certificate is possible. */
  begun: Type.Boolean(),
  rows: Type.Array(
    Type.Object({
      postingDate: Type.String(),
      valueDate: Type.String(),
      nature: Type.Enum(itemNatures),
      description: Type.String(),
      /** Document of the movement: 'Cuenta de cobro 12', 'Recibo de caja 7'; '' without a document. */
      document: Type.String(),
      /** Unit of the movement, if grouped with the account's own unit. */
      unit: Nullable(Type.String()),
      /** Reason of a correction or an annulment. */
      reason: Nullable(Type.String()),
      dueDate: Nullable(Type.String()),
      debit: Pesos,
      credit: Pesos,
      /** Balance after the movement. The last is the account's balance. */
      balance: Pesos,
      /** True if the movement is a reversal or was reversed. */
      reversal: Type.Boolean(),
      /** True if the movement is a reversal. */
      reverses: Type.Boolean(),
    }),
  ),
  totals: Type.Object({ debit: Pesos, credit: Pesos }),
  /** Balance (negative: in favour of the unit), open capital, open interest, and unused credit. */
  balance: Pesos,
  capital: Pesos,
  interest: Pesos,
  credit: Pesos,
  /** Overdue amount, earliest overdue due date, and next due date. */
  overdue: Pesos,
  overdueSince: Nullable(Type.String()),
  nextDueDate: Nullable(Type.String()),
  /** Last bill if at least one of its items is still open. */
  lastBill: Nullable(Type.Integer()),
  /** Payment reference of the last bill; '' without a bill. */
  reference: Type.String(),
  /** Earlier accounts of the grouped units, with balances not included above. */
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

/** Account for choice lists. */
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
  summary: 'Every account of a joint with payment reference and current balance',
  answer: Type.Array(Account),
});
