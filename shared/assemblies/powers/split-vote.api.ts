import Type, { type Static } from 'typebox';
import { type AnswerOf, ApartmentId, endpoint, Id, voters } from '../../api.ts';
import { MOST_SEATS } from '../elections/election.ts';
import { AssemblyRecord } from '../votes.api.ts';

/**
 * Maximum number of units in a split vote: a request of a person with a different answer for each unit, for example
 * by a proxy with instructions.
 */
export const MAX_SPLIT_UNITS = 500;

/** Body limit in bytes: MAX_SPLIT_UNITS units with twenty names each. */
const SPLIT_LIMIT = 512 * 1024;

const SplitVote = Type.Object({
  conceptId: Id,
  votes: Type.Array(
    Type.Object({
      apartmentId: ApartmentId,
      voteId: Id,
      /** All answer ids of a ballot with several names. Absent for a single answer. */
      voteIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_SEATS })),
    }),
    { minItems: 1, maxItems: MAX_SPLIT_UNITS },
  ),
});
export type SplitVote = Static<typeof SplitVote>;

export const castSplit = endpoint('castSplit', 'POST /joints/:jointId/votes', {
  priority: 'vital',
  access: { profiles: voters, scope: 'paramsJoint' },
  summary: 'Vote for several units in one act, with an answer per unit: all votes count, or no vote',
  description:
    'One transaction, one Idempotency-Key; a receipt for each unit, in the sent order. 422 unitTwice for a repeated unit. If any unit cannot vote, no vote counts: 422 votesRefused, with each such unit in `details.units`, with a code of POST /assembly and the sentence. Operators vote for registered units, as in POST /assembly.',
  body: SplitVote,
  bodyLimit: SPLIT_LIMIT,
  status: 201,
  answer: Type.Array(AssemblyRecord),
  idempotent: true,
});

/**
 * Unit with the reason for the refusal of a split vote (votes of several units in a request). Sent in
 * `details.units` of the error `votesRefused`.
 */
export interface RefusedUnit {
  apartmentId: string;
  /** Error code of the refusal: 'alreadyVoted'. */
  code: string;
  /** Spanish reason. */
  message: string;
}

export const listInstructions = endpoint('listInstructions', 'GET /joints/:jointId/instructions', {
  access: { profiles: voters, scope: 'paramsJoint' },
  summary: 'Voting instructions of the powers, for the units held by the caller by power',
  description:
    'Without units whose power has no instruction. `points`: the answers by point of the present agenda, for a power signed on the phone.',
  answer: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      granter: Type.String(),
      instructions: Type.String(),
      points: Type.Array(Type.Object({ agendaItem: Type.Integer(), answer: Type.String() })),
    }),
  ),
});
/** Voting instructions in the powers of attorney of a unit, as answered by `listInstructions`. */
export type UnitInstructions = AnswerOf<typeof listInstructions>[number];
