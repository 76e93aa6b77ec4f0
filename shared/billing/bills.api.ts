import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  accountants,
  accountReaders,
  DayText,
  endpoint,
  Line,
  monthKeepers,
  Nullable,
} from '../api.ts';
import { Agreement } from './agreements.api.ts';
import { Letterhead } from './letterhead.ts';
import { chargeNatures, interestWays, itemNatures, rateUnits } from './natures.ts';
import { Annulment, OwnAccount, PaidPesos, Pesos, Settlement } from './shapes.ts';

const billStates = ['pending', 'partly', 'paid', 'nothing', 'annulled'] as const;

/**
 * Payment state of an issued bill today, shown in the owner's list of bills. `nothing`: the total was 0 or
 * less.
 */
export const BillStanding = Type.Object({
  /** Unpaid (`pending`), partly paid, paid, nothing to pay, or annulled. */
  state: Type.Enum(billStates),
  /** Open amount of the bill: sum over all items. */
  left: Pesos,
  /** Number of the latest later bill that includes the open debt. Null without a later bill. */
  carriedBy: Nullable(Type.Integer()),
});
export type BillStanding = Static<typeof BillStanding>;

/**
 * Bill in the list of a unit's bills (specification, section 7), with lines and payment state. The total of
 * the bill is the sum of all fees in the lines. Amounts in pesos.
 */
export const BillMovement = Type.Object({
  /** Day of issue, YYYY-MM-DD. */
  date: Type.String(),
  /** Number of the bill in the joint. */
  bill: Type.Integer(),
  /**
   * Lines of the bill: concept, amount of the month (`periodFee`), and amount carried over from earlier months
   * (`overdueFee`).
   */
  movementsDetail: Type.Array(Type.Object({ concept: Type.String(), periodFee: Pesos, overdueFee: Pesos })),
  year: Type.Integer(),
  month: Type.Integer(),
  /** Id of the unit with the billed account. */
  apartmentId: Type.String(),
  /** True if the bill was annulled later. */
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

/**
 * Bill ('cuenta de cobro') as issued, with all lines, dates and printed texts. Answer of the endpoint for a
 * single bill. Amounts in pesos.
 */
export const Bill = Type.Object({
  jointId: Type.Integer(),
  /** Number of the bill in the joint. */
  bill: Type.Integer(),
  year: Type.Integer(),
  month: Type.Integer(),
  /** Id of the unit with the billed account: '101'. */
  apartmentId: Type.String(),
  /** Ids of all units billed together, with parking spaces and storage rooms. */
  units: Type.Array(Type.String()),
  owner: Type.String(),
  ownerDocument: Nullable(Type.String()),
  /** Reference that the owner gives to the bank with a payment. */
  reference: Type.String(),
  issueDate: Type.String(),
  dueDate: Type.String(),
  /** Sum of the payments since the previous bill. */
  previousPayment: Pesos,
  /** Number of months with overdue capital. */
  overdueInstalments: Type.Integer(),
  /** Lines: amount of the month (`periodFee`), and amount carried over from earlier months (`overdueFee`). */
  lines: Type.Array(
    Type.Object({
      position: Type.Integer(),
      concept: Type.String(),
      nature: Type.Enum(itemNatures),
      periodFee: Pesos,
      overdueFee: Pesos,
    }),
  ),
  /** Total of the bill. Negative: in favour of the unit. */
  total: Pesos,
  /** Discount for paying the complete bill in time. Null without a discount. */
  discount: Nullable(Type.Object({ amount: Pesos, until: Type.String(), total: Pesos })),
  annulled: Nullable(Annulment),
  letterhead: Letterhead,
  /** Current payment state. All other fields are as issued. */
  standing: BillStanding,
});
export type Bill = Static<typeof Bill>;

export const getBill = endpoint('getBill', 'GET /joints/:jointId/bills/:bill', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: 'A whole bill with the state of today; an owner: of own units. 404 billNotFound',
  answer: Bill,
});

/**
 * Explanation of a bill for the owner: the ledger items behind each line of the bill, with the calculation of
 * late interest, and the movements of the account since the bill. Amounts in pesos.
 */
export const BillExplanation = Type.Object({
  bill: Type.Integer(),
  /**
   * Movements of the account since the bill, in posting order: payments, discounts, forgiveness, corrections and later
   * charges. Credits are negative. The bill's total and the movements add up to `balance`, the balance of today.
   */
  since: Type.Array(
    Type.Object({
      description: Type.String(),
      /** Name of the document behind the movement: 'Recibo de caja 7'. '' without a document. */
      document: Type.String(),
      reason: Nullable(Type.String()),
      valueDate: Type.String(),
      postingDate: Type.String(),
      /** True if the movement reverses another movement. */
      reverses: Type.Boolean(),
      amount: Pesos,
    }),
  ),
  balance: Pesos,
  lines: Type.Array(
    Type.Object({
      position: Type.Integer(),
      concept: Type.String(),
      periodFee: Pesos,
      overdueFee: Pesos,
      /** Items of the ledger that add up to the line. */
      items: Type.Array(
        Type.Object({
          item: Type.Integer(),
          nature: Type.Enum(itemNatures),
          description: Type.String(),
          /** True for a debt from before the joint's books began. */
          opening: Type.Boolean(),
          /** Unit of the item, if the bill has several units. Null otherwise. */
          unit: Nullable(Type.String()),
          /** Number of the cash receipt of a payment. Null for other items. */
          receipt: Nullable(Type.Integer()),
          /** Month of the item, YYYY-MM. Null for an item without a month. */
          month: Nullable(Type.String()),
          valueDate: Type.String(),
          postingDate: Type.String(),
          dueDate: Nullable(Type.String()),
          /**
           * Posted amount of the item. `open` is the amount still open when the bill was issued, negative for
           * credits.
           */
          amount: Pesos,
          open: Pesos,
          overdue: Type.Boolean(),
          /** Allocations posted before the bill: money that paid the item, or debts paid by a credit. */
          allocations: Type.Array(
            Type.Object({
              item: Type.Integer(),
              nature: Type.Enum(itemNatures),
              description: Type.String(),
              /** Month of the other item if a charge, YYYY-MM. Null otherwise. */
              month: Nullable(Type.String()),
              receipt: Nullable(Type.Integer()),
              valueDate: Type.String(),
              postingDate: Type.String(),
              amount: Pesos,
            }),
          ),
          /**
           * Calculation of late interest: source instalment, month, unpaid capital (by days: the largest of any
           * day), periods with constant debt (by days), and rates in per cent. The daily rate is null for a monthly
           * rate and for interest by months. Negative: credited interest.
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
  summary: 'The movements behind every figure of a bill, as of the issue, and the movements since',
  answer: BillExplanation,
});

export const annulBill = endpoint('annulBill', 'POST /joints/:jointId/bills/:bill/annulment', {
  access: { profiles: monthKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Annul a bill: the number stays, and the charges are reversed in the open month',
  description: '409 alreadyAnnulled. Payments of the bill go to the oldest debt, or stay as a credit.',
  body: Type.Object({ reason: Line(300) }),
  status: 201,
  answer: Annulment,
});

/**
 * Correction of a unit's account entered by staff: a new charge, a credit note, or a forgiven debt
 * (condonation). Body of the request; the amount in pesos.
 */
export const NewAdjustment = Type.Object({
  apartmentId: ApartmentId,
  /**
   * Kind of correction: `charge` adds a debt, `creditNote` reduces a debt, `condonation` forgives late interest, or
   * capital if the acta says so.
   */
  kind: Type.Union([Type.Literal('charge'), Type.Literal('creditNote'), Type.Literal('condonation')]),
  amount: PaidPesos,
  /**
   * Concept of a charge (default `Ajuste`); also for charges: due date (default: the month's).
   */
  concept: Type.Optional(Line(120)),
  /** Nature of a charge (default `other`), or of the debts that a credit note reduces first. */
  nature: Type.Optional(Type.Enum(chargeNatures)),
  dueDate: Type.Optional(DayText),
  /** Part of the debt forgiven by a condonation. Default: interest. */
  forgives: Type.Optional(Type.Union([Type.Literal('interest'), Type.Literal('capital')])),
  /** Day of the effect on late interest. Default: today. */
  valueDate: Type.Optional(DayText),
  /** Reason of the correction, shown in the statement. */
  reason: Line(300),
  /** Acta with the decision on a condonation. */
  acta: Type.Optional(Line(300)),
});
export type NewAdjustment = Static<typeof NewAdjustment>;

/** Correction posted on a unit's account, with the new balance. */
export const Adjustment = Type.Object({
  /** Number of the posted ledger item. */
  item: Type.Integer(),
  apartmentId: Type.String(),
  /** Kind of correction, as in `NewAdjustment`. */
  kind: Type.String(),
  amount: Pesos,
  postingDate: Type.String(),
  /** Balance of the unit after the correction. */
  balance: Pesos,
});
export type Adjustment = Static<typeof Adjustment>;

export const addAdjustment = endpoint('addAdjustment', 'POST /joints/:jointId/adjustments', {
  access: { profiles: monthKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Correct an account with a new movement: a charge, a credit note or a condonation',
  description:
    '422 actaRequired for a condonation without an acta. 422 condonationTooLarge above the open amount of the debt. 422 fineTooLarge for a fine above the limits of Ley 675, art. 59. 404 apartmentNotFound. 422 dateInFuture.',
  body: NewAdjustment,
  status: 201,
  answer: Adjustment,
  idempotent: true,
});

/**
 * Account statement of a unit ('estado de cuenta') for the screen: all movements with the running balance,
 * and the debt. Amounts in pesos.
 */
export const Statement = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  apartmentId: Type.String(),
  /** Ids of all units billed together. */
  units: Type.Array(Type.String()),
  owner: Type.String(),
  /**
   * Last posting day included. Equal to `seen`, or later: an entry on the day of an issue is posted on the next
   * day.
   */
  date: Type.String(),
  /** Day of the statement, to decide overdue debts. */
  seen: Type.String(),
  /** True if the joint's ledger has any movement. Without movements, no certificate is possible. */
  begun: Type.Boolean(),
  /** Movements of the account, oldest first. */
  rows: Type.Array(
    Type.Object({
      postingDate: Type.String(),
      valueDate: Type.String(),
      nature: Type.Enum(itemNatures),
      description: Type.String(),
      /**
       * Name of the document behind the movement: 'Cuenta de cobro 12', 'Recibo de caja 7'. '' without a document.
       */
      document: Type.String(),
      /** Unit of the movement, if billed together with the account's own unit. Null for the own unit. */
      unit: Nullable(Type.String()),
      /** Reason of a correction or an annulment. Null for other movements. */
      reason: Nullable(Type.String()),
      dueDate: Nullable(Type.String()),
      debit: Pesos,
      credit: Pesos,
      /** Balance after the movement. The last row has the balance of the account. */
      balance: Pesos,
      /** True if the movement is a reversal, or was reversed by another movement. */
      reversal: Type.Boolean(),
      /** True if the movement reverses another movement. */
      reverses: Type.Boolean(),
    }),
  ),
  totals: Type.Object({ debit: Pesos, credit: Pesos }),
  /**
   * Balance of the account, negative in favour of the unit. With open capital, open interest, and unused credit.
   */
  balance: Pesos,
  capital: Pesos,
  interest: Pesos,
  credit: Pesos,
  /** Overdue amount. With the earliest overdue due date, and the next due date. */
  overdue: Pesos,
  overdueSince: Nullable(DayText),
  nextDueDate: Nullable(DayText),
  /** Number of the last valid bill, for the explanation of the debt. Null without a bill. */
  lastBill: Nullable(Type.Integer()),
  /** Payment reference of the last bill. '' without a bill. */
  reference: Type.String(),
  /** Amount to settle the account today. Null for a statement of another date. */
  settlement: Nullable(Settlement),
  /** True if the unit is 'a paz y salvo' today, on all accounts. Null for a statement of another date. */
  paidUp: Nullable(Type.Boolean()),
  /** Payment agreements of the account, newest first. */
  agreements: Type.Array(Agreement),
  /** Accounts of the grouped units from before the grouping, with balances not included above. */
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

export const getSettlement = endpoint('getSettlement', 'GET /joints/:jointId/settlements/:apartmentId', {
  access: { profiles: accountReaders, scope: 'paramsJoint', service: 'billing' },
  summary: "Exact amount to settle a unit's account on a day: the balance plus the interest until the day",
  description:
    'Default: today. A payment of the amount on the day leaves the account a paz y salvo. 422 ceilingMissing, details {month, months}: the months without a legal ceiling, in Spanish words and as a list. 422 settlementTooFar for a day more than 62 days after today. 404 apartmentNotFound.',
  query: Type.Object({ day: Type.Optional(DayText), own: OwnAccount }),
  answer: Settlement,
});

/** Account of a unit (the bills and payments of units billed together) in the list of a joint's accounts. */
export const Account = Type.Object({
  apartmentId: Type.String(),
  /** Ids of all units billed together. */
  units: Type.Array(Type.String()),
  owner: Type.String(),
  /** Payment reference of the account, for the bank. */
  reference: Type.String(),
  /** Balance today. Positive: debt; negative: in favour of the unit. */
  balance: Pesos,
});
export type Account = Static<typeof Account>;

export const listAccounts = endpoint('listAccounts', 'GET /joints/:jointId/accounts', {
  access: { profiles: accountants, scope: 'paramsJoint', service: 'billing' },
  summary: 'Every account of a joint with payment reference and current balance',
  answer: Type.Array(Account),
});
