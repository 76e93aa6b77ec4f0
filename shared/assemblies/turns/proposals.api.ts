import Type, { type Static } from 'typebox';
import { endpoint, Id, Instant, Line, Nullable, voters } from '../../api.ts';
import { Profile } from '../../profiles.ts';

/** Profiles of authors: owners, and sessions by code. */
const authors = [Profile.owner, Profile.qr] as const;
const params = { scope: 'paramsJoint' } as const;

/** Maximum number of characters of a proposal, as of a question. */
export const LONGEST_PROPOSAL = 500;
/** Size limit in bytes of a request with a proposal: four bytes per character. */
const PROPOSAL_LIMIT = 4096;

/** Proposal of an owner for the assembly. */
export const OwnerProposal = Type.Object({
  proposalId: Type.Integer(),
  /** Name of the owner of the author's first unit, or of the attendee without an own unit. */
  author: Type.String(),
  units: Type.Array(Type.String()),
  text: Type.String(),
  at: Instant,
  /** Question made from the proposal. Null before, and after a deletion of the question. */
  question: Nullable(Type.Object({ jointId: Id, conceptId: Id })),
});
export type OwnerProposal = Static<typeof OwnerProposal>;

export const listOwnerProposals = endpoint('listOwnerProposals', 'GET /joints/:jointId/proposals', {
  access: { profiles: voters, ...params },
  summary:
    'Standing proposals of the current assembly in the order of writing; owners and QR sessions: own ones',
  answer: Type.Object({
    /** Spanish sentence with the reason against a new proposal. Null if the caller may write. */
    obstacle: Nullable(Type.String()),
    proposals: Type.Array(OwnerProposal),
  }),
});

export const writeProposal = endpoint('writeProposal', 'POST /joints/:jointId/proposals', {
  access: { profiles: authors, ...params },
  summary: "Write a proposal: before the opening, or during the agenda's point of proposals",
  description:
    '409 proposalsClosed at other times, proposalWithoutUnit for a caller without a unit; 422 ownProposalsFull, writtenProposalsFull, tooManyProposals. A created question takes `proposalId` (`createConcept`).',
  body: Type.Object({ text: Line(LONGEST_PROPOSAL) }),
  bodyLimit: PROPOSAL_LIMIT,
  status: 201,
  answer: OwnerProposal,
});

export const withdrawProposal = endpoint(
  'withdrawProposal',
  'DELETE /joints/:jointId/proposals/:proposalId',
  {
    access: { profiles: authors, ...params },
    summary: 'Withdraw an own proposal, until the end of the assembly',
    description:
      '404 proposalNotFound, also for a proposal of another person; 409 proposalOver for a question.',
  },
);
