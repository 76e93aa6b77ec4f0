import Type, { type Static } from 'typebox';
import { assemblyWatchers, CoefficientNumber, endpoint, Instant } from '../api.ts';
import { AssemblyQuery, Deletion } from './concepts.api.ts';
import { QuestionInterval } from './live.ts';

/** Course of the quorum during an assembly, with the periods of the questions, for a chart. */
export const QuorumHistory = Type.Object({
  /** Registered units and coefficient after each change, oldest first. */
  points: Type.Array(
    Type.Object({ at: Instant, apartments: Type.Integer(), coefficient: CoefficientNumber }),
  ),
  /** Periods of questions, from opening to closing. A reopened question has several. */
  questions: Type.Array(
    Type.Object({
      conceptId: Type.Integer(),
      conceptDescription: Type.String(),
      /** Number of the period within the question, from 1. */
      interval: Type.Integer(),
      /** Deletion of the question, if deleted after an announced result. */
      deleted: Type.Optional(Deletion),
      ...QuestionInterval.properties,
    }),
  ),
});
export type QuorumHistory = Static<typeof QuorumHistory>;

export const getQuorumHistory = endpoint('getQuorumHistory', 'GET /joints/:jointId/quorumhistory', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary: 'How the registered coefficient grew and shrank over an assembly, and when questions were open',
  description: 'At most 500 points: for a long evening, the last point of each interval.',
  query: AssemblyQuery,
  answer: QuorumHistory,
});
