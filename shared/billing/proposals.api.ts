import Type, { type Static } from 'typebox';
import { ApartmentId, endpoint, Id, Nullable, staff } from '../api.ts';

/** Grounds of a proposal: our reference, a unit, an owner's document or name, an earlier payer, or the bank itself. */
export const proposalGrounds = ['reference', 'unit', 'document', 'owner', 'payer', 'bank'] as const;

/** Proposed account of a payment by the bank's text. Posted only after a person confirms. */
export const Proposal = Type.Object({
  /** Account common to all grounds; null without a unique account. */
  apartmentId: Nullable(Type.String()),
  grounds: Type.Array(
    Type.Object({
      kind: Type.Enum(proposalGrounds),
      /** Text of the ground. */
      said: Type.String(),
      /** First possible accounts. Empty for an unknown unit or for the bank. */
      accounts: Type.Array(Type.String()),
    }),
  ),
  /** Receipt with the same account, day and amount from another entry: maybe the same payment. */
  twin: Nullable(Type.Integer()),
});
export type Proposal = Static<typeof Proposal>;

export const listProposals = endpoint('listProposals', 'GET /joints/:jointId/paymentproposals', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Possible units of unidentified payments, each with the grounds',
  description: 'Only payments with at least one proposal. Posts nothing; 503 overloaded.',
  answer: Type.Array(Type.Object({ payment: Type.Integer(), ...Proposal.properties })),
});

/** Maximum payments confirmed in a transaction: few enough to read accounts separately and not delay other requests. */
export const MOST_CONFIRMED = 8;

export const confirmProposals = endpoint('confirmProposals', 'POST /joints/:jointId/paymentproposals', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Assign several payments to units, as confirmed by a person: each receipt has the bank's day",
  description:
    'All payments or no payment. 422 paymentDayUnusual with the price of all unusual days, unless `wentOn`. Payments identified meanwhile are skipped and counted. 404 paymentNotFound, apartmentNotFound.',
  body: Type.Object({
    payments: Type.Array(Type.Object({ payment: Id, apartmentId: ApartmentId }), {
      minItems: 1,
      maxItems: MOST_CONFIRMED,
    }),
    wentOn: Type.Optional(Type.Literal(true)),
  }),
  status: 201,
  answer: Type.Object({
    receipts: Type.Array(
      Type.Object({ payment: Type.Integer(), apartmentId: Type.String(), cashReceipt: Type.Integer() }),
    ),
    /** Number of payments that already have a receipt. */
    already: Type.Integer(),
  }),
});
