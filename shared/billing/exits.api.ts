import Type, { type Static } from 'typebox';
import { ApartmentId, DayText, endpoint, Id, Line, Nullable, paymentKeepers } from '../api.ts';
import { exitKinds, incomeConcepts } from './natures.ts';
import { Annulment, PaidPesos, Pesos } from './shapes.ts';

/** Maximum number of units that share a single payment (`splitPayment`). */
export const MOST_SHARES = 30;

/**
 * Use of money with an unknown payer other than as a unit's payment: other income of the joint (for example
 * interest of the bank), or refund to the payer. The money no longer waits for a unit. Amounts in pesos.
 */
export const PaymentExit = Type.Object({
  /** Number of the exit in the joint. */
  exit: Type.Integer(),
  /** Number of the payment in the joint. */
  payment: Type.Integer(),
  /** Other income, or refund. */
  kind: Type.Enum(exitKinds),
  /** Kind of other income. Null for a refund. */
  concept: Nullable(Type.Enum(incomeConcepts)),
  amount: Pesos,
  /** Bank's day of the payment, or day of the refund. `postingDate` is the day in the joint's books. */
  valueDate: Type.String(),
  postingDate: Type.String(),
  /** Reference of the refund at the bank. Null for other income. */
  reference: Nullable(Type.String()),
  /** Reason typed by the person. */
  reason: Type.String(),
  /** Bank's day and text of the payment. */
  paidOn: Type.String(),
  paidReference: Nullable(Type.String()),
  /** Text of the bank about the payment. Null without a text. */
  detail: Nullable(Type.String()),
  /** Person and day of the entry. */
  by: Type.String(),
  date: Type.String(),
  /** Null if valid. An annulled exit keeps the number, and the money waits again. */
  annulled: Nullable(Annulment),
});
export type PaymentExit = Static<typeof PaymentExit>;

export const splitPayment = endpoint('splitPayment', 'POST /joints/:jointId/payments/:payment/shares', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Split the waiting money of a payment over several units: a receipt for each share',
  description:
    "The shares add up to the waiting money to the centavo: 422 sharesDiffer. Each receipt has the bank's day as value date. 422 unitTwice for a repeated unit; units of the same account are allowed, each with its own share and receipt. 422 paymentDayUnusual with its price, unless `wentOn`; 409 alreadyIdentified, alreadyLeft, alreadyAnnulled; 404 paymentNotFound, apartmentNotFound.",
  body: Type.Object({
    shares: Type.Array(Type.Object({ apartmentId: ApartmentId, amount: PaidPesos }), {
      minItems: 2,
      maxItems: MOST_SHARES,
    }),
    reason: Line(300),
    wentOn: Type.Optional(Type.Literal(true)),
  }),
  status: 201,
  answer: Type.Array(Type.Object({ apartmentId: Type.String(), cashReceipt: Type.Integer(), amount: Pesos })),
});

export const bookOtherIncome = endpoint('bookOtherIncome', 'POST /joints/:jointId/payments/:payment/income', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Book the waiting money of a payment as another income of the joint',
  description:
    "Value date is the bank's day. 409 waitingMoved for another amount than `waiting`, alreadyIdentified, alreadyLeft, alreadyAnnulled; 404 paymentNotFound.",
  body: Type.Object({
    concept: Type.Enum(incomeConcepts),
    reason: Line(300),
    /** Waiting money as shown to the person. Another amount by now is refused. */
    waiting: Pesos,
  }),
  status: 201,
  answer: PaymentExit,
});

export const refundPayment = endpoint('refundPayment', 'POST /joints/:jointId/payments/:payment/refund', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Note that the waiting money of a payment was returned to the payer',
  description:
    '422 dateInFuture, refundBeforePayment; 409 waitingMoved for another amount than `waiting`, alreadyIdentified, alreadyLeft, alreadyAnnulled; 404 paymentNotFound.',
  body: Type.Object({
    refundedOn: DayText,
    reference: Line(120),
    reason: Line(300),
    /** Waiting money as shown to the person. Another amount by now is refused. */
    waiting: Pesos,
  }),
  status: 201,
  answer: PaymentExit,
});

/** Most exits in an answer of `listPaymentExits`. */
export const MOST_LISTED_EXITS = 100;

export const listPaymentExits = endpoint('listPaymentExits', 'GET /joints/:jointId/paymentexits', {
  priority: 'bulk',
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Other income and refunds of payments without a unit, newest first, annulled ones too',
  description: 'A page has at most 100 exits. A shorter page is the last.',
  query: Type.Object({
    /** Number of an exit. Returns only older exits, for the next page. */
    before: Type.Optional(Id),
  }),
  answer: Type.Array(PaymentExit),
});

export const annulPaymentExit = endpoint(
  'annulPaymentExit',
  'POST /joints/:jointId/paymentexits/:exit/annulment',
  {
    access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
    summary: 'Annul another income or a refund: the number stays, and the money waits to be identified again',
    description: '409 alreadyAnnulled, 404 exitNotFound.',
    body: Type.Object({ reason: Line(300) }),
    status: 201,
    answer: Annulment,
  },
);
