import Type, { type Static } from 'typebox';
import { assemblyWatchers, CoefficientNumber, endpoint, Instant, Nullable } from '../api.ts';
import { AssemblyQuery } from './concepts.api.ts';

export const QuorumHistory = Type.Object({
  /** What was registered after each change, oldest first. */
  points: Type.Array(
    Type.Object({ at: Instant, apartments: Type.Integer(), coefficient: CoefficientNumber }),
  ),
  /** The questions that were opened, with when; `closedAt` null while one is open. */
  questions: Type.Array(
    Type.Object({
      conceptId: Type.Integer(),
      conceptDescription: Type.String(),
      openedAt: Instant,
      closedAt: Nullable(Instant),
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
