import Type, { type Static } from 'typebox';
import { type AnswerOf, ApartmentId, endpoint, Id } from '../../api.ts';
import { MOST_SEATS } from '../elections/election.ts';
import { AssemblyRecord, voters } from '../votes.api.ts';

/** Maximum of units of a split vote. */
export const MAX_SPLIT_UNITS = 500;

/** Body limit in bytes: MAX_SPLIT_UNITS units with twenty names each. */
const SPLIT_LIMIT = 512 * 1024;

const SplitVote = Type.Object({
  conceptId: Id,
  votes: Type.Array(
    Type.Object({
      apartmentId: ApartmentId,
      voteId: Id,
      /** For a ballot with several names: all ids. */
      voteIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: MOST_SEATS })),
    }),
    { minItems: 1, maxItems: MAX_SPLIT_UNITS },
  ),
});
export type SplitVote = Static<typeof SplitVote>;

export const castSplit = endpoint('castSplit', 'POST /joints/:jointId/votes', {
  priority: 'vital',
  access: { profiles: voters, scope: 'paramsJoint' },
  summary: 'Vote for several units in one act, with an answer for each: all are counted, or none',
  description:
    'One transaction, one Idempotency-Key; a receipt for each unit, in the order that was sent. A unit stands in it once (422 unitTwice). Where any unit cannot vote nothing is counted: 422 votesRefused, whose `details.units` names each that cannot, with a code of POST /assembly and its sentence. Operators cast for registered units, as there.',
  body: SplitVote,
  bodyLimit: SPLIT_LIMIT,
  status: 201,
  answer: Type.Array(AssemblyRecord),
  idempotent: true,
});

/** Unit that blocked a split vote, in `details.units` of `votesRefused`. */
export interface RefusedUnit {
  apartmentId: string;
  code: string;
  message: string;
}

export const listInstructions = endpoint('listInstructions', 'GET /joints/:jointId/instructions', {
  access: { profiles: voters, scope: 'paramsJoint' },
  summary:
    'How the granters of powers want their units to vote, of the units that the caller answers for by power',
  description: 'Units whose power says nothing are left out.',
  answer: Type.Array(
    Type.Object({ apartmentId: Type.String(), granter: Type.String(), instructions: Type.String() }),
  ),
});
export type UnitInstructions = AnswerOf<typeof listInstructions>[number];
