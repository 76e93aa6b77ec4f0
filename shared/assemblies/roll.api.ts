import Type, { type Static } from 'typebox';
import {
  assemblyRunners,
  CoefficientNumber,
  endpoint,
  Instant,
  Line,
  Nullable,
  OptionalLine,
} from '../api.ts';
import { apartmentKinds } from '../properties/apartment-kinds.ts';
import { AssemblyQuery } from './concepts.api.ts';

/** Fields of a unit that a correction of the assembly's roll can change. */
const RollFacts = {
  owner: Type.String(),
  ownerDocument: Nullable(Type.String()),
  kind: Type.Enum(apartmentKinds),
  coefficient: CoefficientNumber,
};
const SomeRollFacts = Type.Partial(Type.Object(RollFacts));

/**
 * Unit of an assembly's roll (list of units), with a correction waiting for the end of a question, if any.
 */
export const RollUnit = Type.Object({
  apartmentId: Type.String(),
  ...RollFacts,
  /**
   * Fields corrected while a question was open: the assembly's roll changes after the closing. Null without a waiting
   * correction.
   */
  pending: Nullable(SomeRollFacts),
});
export type RollUnit = Static<typeof RollUnit>;

/** Correction of a unit on the roll (list of units), with the facts before and after. */
export const RollCorrection = Type.Object({
  at: Instant,
  /** Name of the user who corrected the assembly's roll. */
  by: Type.String(),
  apartmentId: Type.String(),
  /** Reason of the correction, as typed. */
  reason: Type.String(),
  /** Corrected fields with the values before. */
  before: SomeRollFacts,
  /** Corrected fields with the new values. */
  after: SomeRollFacts,
  /** Time of the change of the assembly's roll. Null while an open question delays the correction. */
  appliedAt: Nullable(Instant),
});
export type RollCorrection = Static<typeof RollCorrection>;

/** Body to correct a unit on the roll of an open assembly. Only the fields to correct, and the reason. */
export const RollChanges = Type.Object({
  owner: Type.Optional(Line(200)),
  /** Document of the owner. Several documents are separated by ' / '. */
  ownerDocument: Type.Optional(Nullable(OptionalLine(120))),
  kind: Type.Optional(RollFacts.kind),
  /** New coefficient in the units of the table: 0 or more, at most nine decimals. */
  coefficient: Type.Optional(Type.Number({ minimum: 0 })),
  /** Reason of the correction, for the acta (minutes). */
  reason: Line(500),
});
export type RollChanges = Static<typeof RollChanges>;

export const listRoll = endpoint('listRoll', 'GET /joints/:jointId/roll', {
  priority: 'bulk',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "An assembly's roll: units, owners with their documents, kinds and coefficients",
  query: AssemblyQuery,
  answer: Type.Array(RollUnit),
});

export const correctRoll = endpoint('correctRoll', 'PATCH /joints/:jointId/roll/:apartmentId', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "Correct a unit on the current assembly's roll, with the reason; applies from the next question on",
  description:
    'While a question of the joint or its sectors is open the correction waits (`pending`) and counts when that one is closed. The owner is corrected wherever the unit is on the roll, kind and coefficient in the named joint alone. Votes keep the coefficient they were cast with, and closed questions their base.',
  body: RollChanges,
  answer: RollUnit,
});

export const listRollCorrections = endpoint('listRollCorrections', 'GET /joints/:jointId/rollcorrections', {
  priority: 'bulk',
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: "Corrections of an assembly's roll: person, time, reason, before and after; newest first",
  query: AssemblyQuery,
  answer: Type.Array(RollCorrection),
});
