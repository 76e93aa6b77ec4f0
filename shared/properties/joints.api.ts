import Type, { type Static } from 'typebox';
import {
  assemblyWatchers,
  CoefficientNumber,
  Distinct,
  endpoint,
  Instant,
  Line,
  Nullable,
  staff,
} from '../api.ts';
import { ByLawMajorities } from '../assemblies/law/by-law-majorities.ts';
import { conveners } from '../assemblies/law/conveners.ts';
import { apartmentKinds } from './apartment-kinds.ts';
import { ByLaws } from './by-laws.ts';
import { votePers } from './vote-per.ts';

export const JointName = Line(200);

/** Current assembly of a joint. Unknown fields are null (specification, fine print). */
export const Assembly = Type.Object({
  assemblyId: Type.Integer(),
  kind: Type.Union([Type.Literal('ordinary'), Type.Literal('extraordinary')]),
  mode: Type.Union([Type.Literal('inPerson'), Type.Literal('virtual'), Type.Literal('mixed')]),
  call: Type.Union([Type.Literal(1), Type.Literal(2)]),
  /** Assembly in second call: time of the first call, without a quorum. Missing in other assemblies. */
  firstCallAt: Type.Optional(Instant),
  title: Nullable(Type.String()),
  agenda: Nullable(Type.String()),
  notice: Nullable(Type.String()),
  /** Convener of the assembly (Ley 675 de 2001, art. 39). */
  convener: Nullable(Type.Enum(conveners)),
  /** Units of convening owners, as on the roll at that time; coefficient in 10⁻⁹. */
  conveningUnits: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      owner: Type.String(),
      coefficient: Type.Integer(),
      /** Number of the person among the conveners. Left out by older assemblies. */
      person: Type.Optional(Type.Integer()),
    }),
  ),
  /** Announced time and place; `openedAt` is the actual start. */
  scheduledAt: Nullable(Instant),
  place: Nullable(Type.String()),
  /** Current point of the agenda and its start; null if no point is open. */
  point: Nullable(Type.Object({ number: Type.Integer(), text: Type.String(), since: Instant })),
  president: Nullable(Type.String()),
  secretary: Nullable(Type.String()),
  recordingUrl: Nullable(Type.String()),
  /** `ask`: owners who register by account or mail link give the room's code. */
  roomCode: Type.Union([Type.Literal('ask'), Type.Literal('no')]),
  openedAt: Nullable(Instant),
  closedAt: Nullable(Instant),
});
export type Assembly = Static<typeof Assembly>;

const Sector = Type.Object({ sectorId: Type.Integer(), sectorName: Type.String() });

export const JointSummary = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  isSectorial: Type.Boolean(),
  sectors: Type.Array(Sector),
  /** Number of units in the joint's table, and the exact sum of coefficients. */
  apartments: Type.Integer(),
  coefficient: CoefficientNumber,
});
export type JointSummary = Static<typeof JointSummary>;

export const Joint = Type.Object({
  ...JointSummary.properties,
  /** Joint of a sector. */
  parentId: Nullable(Type.Integer()),
  /** Enabled services; a sector is billed by its joint. */
  usesAssemblies: Type.Boolean(),
  usesBilling: Type.Boolean(),
  /** Kinds of units with a vote each in questions decided per unit. */
  perUnitKinds: Type.Array(Type.Enum(apartmentKinds)),
  /** Holder of the single vote: each unit of the kinds, or each owner. */
  votePer: Type.Enum(votePers),
  /** Maximum number of owners represented by one person, if limited by the reglamento; exceeding only warns. */
  proxyLimit: Nullable(Type.Integer()),
  /**
   * Name of the revisor fiscal, for attesting remote communications (Ley 675 de 2001, art. 42); null if absent.
   */
  fiscalAuditor: Nullable(Type.String()),
  /** Rules of the by-laws about dates of assemblies. */
  byLaws: ByLaws,
  /** Majorities of the by-laws for matters decided by simple majority in the law. */
  majorities: ByLawMajorities,
  assembly: Nullable(Assembly),
  zoomMeeting: Nullable(Type.Object({ zoomId: Type.String(), zoomPassword: Type.String() })),
});
export type Joint = Static<typeof Joint>;

export const NewJoint = Type.Object({
  jointName: JointName,
  usesAssemblies: Type.Optional(Type.Boolean()),
  usesBilling: Type.Optional(Type.Boolean()),
  sectors: Type.Optional(Type.Array(Type.Object({ sectorName: JointName }), { maxItems: 50 })),
});
export type NewJoint = Static<typeof NewJoint>;

export const JointChanges = Type.Object({
  /** Applies to the joint with its sectors. */
  usesAssemblies: Type.Optional(Type.Boolean()),
  usesBilling: Type.Optional(Type.Boolean()),
  perUnitKinds: Type.Optional(
    Distinct(Type.Enum(apartmentKinds), { minItems: 1, maxItems: apartmentKinds.length }),
  ),
  votePer: Type.Optional(Type.Enum(votePers)),
  /** Applies to the joint with its sectors; null: no limit. */
  proxyLimit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
  /** Applies to the joint with its sectors; null: no revisor fiscal. */
  fiscalAuditor: Type.Optional(Nullable(Line(200))),
  /** Applies to the joint with its sectors. An existing second call keeps its time. */
  byLaws: Type.Optional(ByLaws),
  /** Applies to the joint with its sectors, all fields at once. Existing questions keep the rules of their creation. */
  majorities: Type.Optional(ByLawMajorities),
});
export type JointChanges = Static<typeof JointChanges>;

export const listJoints = endpoint('listJoints', 'GET /joints', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Every joint with the size and sum of its table',
  answer: Type.Array(JointSummary),
});

export const createJoint = endpoint('createJoint', 'POST /joints', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Create a joint, with sectors if any',
  description:
    'The joint starts with an assembly in preparation; the roll follows the table of units until the opening.',
  body: NewJoint,
  status: 201,
  answer: Joint,
});

export const changeJoint = endpoint('changeJoint', 'PATCH /joints/:jointId', {
  access: { profiles: staff, scope: 'paramsJoint', service: 'either' },
  summary:
    'Change which services it uses, which kinds of units have one vote each, or one for each of their owners, how many owners one person may represent, who its revisor fiscal is, and what its by-laws say of dates and majorities',
  description:
    'A sector has separate kinds. Existing questions keep the rules of their creation. A service may be removed only before the first use: 409 serviceInUse. `majorities` are for matters decided by half plus by law (docs/why/majorities.md): 422 thresholdOutOfRange for a majority not allowed in by-laws.',
  body: JointChanges,
  answer: Joint,
});

export const getJoint = endpoint('getJoint', 'GET /joints/:jointId', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint', service: 'either' },
  summary: 'A joint (or sector) with its current assembly',
  answer: Joint,
});
