import Type, { type Static } from 'typebox';
import { ApartmentId, endpoint, Id, Nullable, staff } from '../api.ts';

/** Why a payment may be of a unit: one of our references, a unit, an owner's document or name, a payer of before. */
export const proposalGrounds = ['reference', 'unit', 'document', 'owner', 'payer', 'bank'] as const;

/** Whose a payment may be, by what the bank says of it. Nothing is posted before a person confirms it. */
export const Proposal = Type.Object({
  /** The account that all grounds agree on; null: they do not, or they leave several. */
  apartmentId: Nullable(Type.String()),
  grounds: Type.Array(
    Type.Object({
      kind: Type.Enum(proposalGrounds),
      /** What the text says. */
      said: Type.String(),
      /** The accounts that it may mean, the first of them; none: a unit that the joint does not have, or the bank's. */
      accounts: Type.Array(Type.String()),
    }),
  ),
  /** The receipt of the same account, day and amount that another entry made: it may be the same payment. */
  twin: Nullable(Type.Integer()),
});
export type Proposal = Static<typeof Proposal>;

export const listProposals = endpoint('listProposals', 'GET /joints/:jointId/paymentproposals', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: 'Whose the payments may be that wait to be identified, each with its grounds',
  description: 'Those alone of which anything is known. Nothing is posted; 503 overloaded.',
  answer: Type.Array(Type.Object({ payment: Type.Integer(), ...Proposal.properties })),
});

/** Payments that are confirmed in one transaction: as many accounts are read one by one, and nobody waits for it. */
export const MOST_CONFIRMED = 8;

export const confirmProposals = endpoint('confirmProposals', 'POST /joints/:jointId/paymentproposals', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'billing' },
  summary: "Say whose several payments are, as a person confirmed it: each receipt keeps the bank's day",
  description:
    'All of them or none. Those that somebody identified meanwhile are left alone, and counted. 404 paymentNotFound, apartmentNotFound.',
  body: Type.Object({
    payments: Type.Array(Type.Object({ payment: Id, apartmentId: ApartmentId }), {
      minItems: 1,
      maxItems: MOST_CONFIRMED,
    }),
  }),
  status: 201,
  answer: Type.Object({
    receipts: Type.Array(
      Type.Object({ payment: Type.Integer(), apartmentId: Type.String(), cashReceipt: Type.Integer() }),
    ),
    /** Those that have a receipt already. */
    already: Type.Integer(),
  }),
});
