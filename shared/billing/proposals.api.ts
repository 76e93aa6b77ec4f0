import Type, { type Static } from 'typebox';
import { ApartmentId, endpoint, Id, Nullable, paymentKeepers } from '../api.ts';
import { Pesos } from './shapes.ts';

/**
 * Kinds of evidence for the payer of a payment. In the bank's text: a payment reference, a unit, an owner's identity
 * document or name, an earlier payer, or words of the bank itself (no owner paid). `amount`: the exact debt of an account
 * or of several accounts together.
 */
export const proposalGrounds = ['reference', 'unit', 'document', 'owner', 'payer', 'amount', 'bank'] as const;

/**
 * Account proposed for a payment with an unknown payer, with the evidence found in the bank's text. Posted
 * only after a person confirms.
 */
export const Proposal = Type.Object({
  /** Unit with the account that all reasons point to. Null without a single common account. */
  apartmentId: Nullable(Type.String()),
  /** Evidence: kind, words in the bank's text, and accounts. */
  grounds: Type.Array(
    Type.Object({
      kind: Type.Enum(proposalGrounds),
      /** Words of the bank's text that led to the reason. */
      said: Type.String(),
      /** First accounts that the reason points to. Empty for an unknown unit or for the bank. */
      accounts: Type.Array(Type.String()),
    }),
  ),
  /** Exact debts of several accounts that add up to the payment: each share, to split the payment. */
  shares: Type.Optional(Type.Array(Type.Object({ apartmentId: Type.String(), amount: Pesos }))),
  /**
   * Number of an existing receipt with the same account, day and amount, entered in another way (for example by
   * hand): maybe the same payment. Null without a similar receipt.
   */
  twin: Nullable(Type.Integer()),
});
export type Proposal = Static<typeof Proposal>;

export const listProposals = endpoint('listProposals', 'GET /joints/:jointId/paymentproposals', {
  inWorker: true,
  priority: 'bulk',
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: 'Possible units of unidentified payments, each with the grounds',
  description: 'Only payments with at least one proposal. Posts nothing; 503 overloaded.',
  answer: Type.Array(Type.Object({ payment: Type.Integer(), ...Proposal.properties })),
});

/**
 * Maximum number of proposed payments confirmed in a single call. Small, so that other requests do not wait
 * long for the transaction; the browser sends several calls.
 */
export const MOST_CONFIRMED = 8;

export const confirmProposals = endpoint('confirmProposals', 'POST /joints/:jointId/paymentproposals', {
  access: { profiles: paymentKeepers, scope: 'paramsJoint', service: 'billing' },
  summary: "Assign several payments to units, as confirmed by a person: each receipt has the bank's day",
  description:
    'All payments or no payment. 422 paymentDayUnusual with the price of all unusual days, unless `wentOn`. Payments identified meanwhile are skipped and counted. 409 waitingMoved if less or more than `waiting` waits. 404 paymentNotFound, apartmentNotFound.',
  body: Type.Object({
    payments: Type.Array(
      Type.Object({
        payment: Id,
        apartmentId: ApartmentId,
        /** Waiting money as shown to the person. Another amount by now is refused. */
        waiting: Type.Optional(Pesos),
      }),
      { minItems: 1, maxItems: MOST_CONFIRMED },
    ),
    wentOn: Type.Optional(Type.Literal(true)),
  }),
  status: 201,
  answer: Type.Object({
    receipts: Type.Array(
      Type.Object({ payment: Type.Integer(), apartmentId: Type.String(), cashReceipt: Type.Integer() }),
    ),
    /** Number of payments skipped because of an existing receipt. */
    already: Type.Integer(),
  }),
});
