import Type, { type Static } from 'typebox';
import { assemblyWatchers, CoefficientNumber, endpoint, Instant } from '../api.ts';
import { AssemblyQuery } from './concepts.api.ts';
import { QuestionInterval } from './live.ts';

export const QuorumHistory = Type.Object({
  /** What was registered after each change, oldest first. */
  points: Type.Array(
    Type.Object({ at: Instant, apartments: Type.Integer(), coefficient: CoefficientNumber }),
  ),
  /** Each opening of a question up to its closing: one that was opened again is there as often. */
  questions: Type.Array(
    Type.Object({
      conceptId: Type.Integer(),
      conceptDescription: Type.String(),
      /** Which of the question's openings it is, from 1. */
      interval: Type.Integer(),
      /** Instant of the deletion, if it was deleted after a closing announced a result. */
      deletedAt: Type.Optional(Instant),
      ...QuestionInterval.properties,
    }),
  ),
});
export type QuorumHistory = Static<typeof QuorumHistory>;

export const getQuorumHistory = endpoint('getQuorumHistory', 'GET /joints/:jointId/quorumhistory', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary: 'How the registered coefficient grew and shrank over an assembly, and when questions were open',
  description: 'Of a long evening at most 500 points are given: the last one of each stretch of time.',
  query: AssemblyQuery,
  answer: QuorumHistory,
});
