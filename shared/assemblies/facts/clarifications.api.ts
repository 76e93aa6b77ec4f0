import Type, { type Static } from 'typebox';
import { assemblyRunners, endpoint, Instant, Line, Lines, Nullable } from '../../api.ts';
import { AssemblyQuery } from '../concepts.api.ts';
import { type MeetingFact, meetingFacts } from './facts.ts';

const MeetingFactName = Type.Enum(meetingFacts as [MeetingFact, ...MeetingFact[]]);

/**
 * Fact of an assembly (place, president …) added or corrected by a person after the end, in words, as in the acta.
 */
export const AfterEnd = Type.Object({
  /** `completed`: the fact was empty before. `clarified`: the fact had another text. */
  kind: Type.Enum(['completed', 'clarified']),
  /** Internal name of the fact: `convener`. */
  fact: MeetingFactName,
  /** Text before the correction. Null if the fact was empty. */
  before: Nullable(Type.String()),
  after: Type.String(),
  /** Reason of the correction. Null if the fact was empty before. */
  reason: Nullable(Type.String()),
  at: Instant,
  /** Name of the user. */
  by: Type.String(),
});
export type AfterEnd = Static<typeof AfterEnd>;

export const listClarifications = endpoint('listClarifications', 'GET /joints/:jointId/clarifications', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Facts of an ended assembly as in the acta, and later completions and clarifications',
  description: '422 assemblyNotClosed while the assembly goes on.',
  query: AssemblyQuery,
  answer: Type.Object({
    /** Facts of the assembly in words, with the last correction. */
    facts: Type.Array(Type.Object({ fact: MeetingFactName, text: Nullable(Type.String()) })),
    afterEnd: Type.Array(AfterEnd),
  }),
});

export const clarify = endpoint('clarify', 'POST /joints/:jointId/clarifications', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Clarify a fact of an ended assembly; the acta tells old and new text with reason, person and instant',
  description:
    'The record of the assembly keeps the old text. 422 assemblyNotClosed while the assembly goes on, nothingToClarify if the text is the same.',
  query: AssemblyQuery,
  body: Type.Object({ fact: MeetingFactName, text: Lines(5000), reason: Line(500) }),
  status: 201,
  answer: AfterEnd,
  idempotent: true,
});
