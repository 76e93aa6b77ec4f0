import Type, { type Static } from 'typebox';
import {
  assemblyWatchers,
  CoefficientNumber,
  Distinct,
  endpoint,
  Instant,
  Line,
  ListMark,
  Nullable,
  staff,
} from '../api.ts';
import { ByLawMajorities } from '../assemblies/law/by-law-majorities.ts';
import { conveners } from '../assemblies/law/conveners.ts';
import { assemblyKinds } from '../assemblies/law/kinds.ts';
import { LiveTurns, MOST_TURN_MINUTES } from '../assemblies/turns/live-turns.ts';
import { apartmentKinds } from './apartment-kinds.ts';
import { ByLaws } from './by-laws.ts';
import { votePers } from './vote-per.ts';

/** Schema of a joint's name: a line of 1 to 200 characters. */
export const JointName = Line(200);

/** Current assembly of a joint (co-owned property). Unknown fields are null (specification, fine print). */
export const Assembly = Type.Object({
  assemblyId: Type.Integer(),
  kind: Type.Enum(assemblyKinds),
  /** In a room, by video, or both. */
  mode: Type.Union([Type.Literal('inPerson'), Type.Literal('virtual'), Type.Literal('mixed')]),
  /** First or second call. */
  call: Type.Union([Type.Literal(1), Type.Literal(2)]),
  /** Time of the first call, without a quorum, of an assembly in second call. Absent for other assemblies. */
  firstCallAt: Type.Optional(Instant),
  title: Nullable(Type.String()),
  /** Points of the agenda, a line each. */
  agenda: Nullable(Type.String()),
  /** Way of sending the notice of the assembly, in words. */
  notice: Nullable(Type.String()),
  /** Convener of the assembly (Ley 675, art. 39). Null if unknown. */
  convener: Nullable(Type.Enum(conveners)),
  /** Units of the owners who convened, as on the assembly's roll at that time. `coefficient` is in 10⁻⁹. */
  conveningUnits: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      owner: Type.String(),
      coefficient: Type.Integer(),
      /** Number of the person among the convening owners. Absent in older assemblies. */
      person: Type.Optional(Type.Integer()),
    }),
  ),
  /** Announced time of the assembly, null if unknown. `openedAt` is the actual start. */
  scheduledAt: Nullable(Instant),
  place: Nullable(Type.String()),
  /** Current point of the agenda with the time of the start. Null if no point is open. */
  point: Nullable(Type.Object({ number: Type.Integer(), text: Type.String(), since: Instant })),
  president: Nullable(Type.String()),
  secretary: Nullable(Type.String()),
  recordingUrl: Nullable(Type.String()),
  /** Code of the room. `ask`: owners registering by account or mail link type the code. */
  roomCode: Type.Union([Type.Literal('ask'), Type.Literal('no')]),
  openedAt: Nullable(Instant),
  closedAt: Nullable(Instant),
  /** Turns to speak, in the live state alone. Absent without a turn and without a request. */
  turns: Type.Optional(LiveTurns),
  /**
   * Marker of the owners' proposals, in the live state alone: changes with each act on a proposal. Absent without
   * current proposals.
   */
  proposals: Type.Optional(Type.String()),
});
export type Assembly = Static<typeof Assembly>;

const Sector = Type.Object({ sectorId: Type.Integer(), sectorName: Type.String() });

/** Joint (co-owned property) in a list, with the size of the table of units. */
export const JointSummary = Type.Object({
  jointId: Type.Integer(),
  jointName: Type.String(),
  /** True if the joint is divided into sectors with separate questions. */
  isSectorial: Type.Boolean(),
  sectors: Type.Array(Sector),
  /** Number of units in the joint's table, and the exact sum of coefficients. */
  apartments: Type.Integer(),
  coefficient: CoefficientNumber,
});
export type JointSummary = Static<typeof JointSummary>;

/** Joint or sector with all settings. */
export const Joint = Type.Object({
  ...JointSummary.properties,
  /** Id of the sector's joint. Null for a joint. */
  parentId: Nullable(Type.Integer()),
  /**
   * True if the joint uses the service of assemblies. `usesBilling`: service of billing; a sector is billed by the
   * joint.
   */
  usesAssemblies: Type.Boolean(),
  usesBilling: Type.Boolean(),
  /** Kinds of units with a vote in questions under the rule `perUnit`. */
  perUnitKinds: Type.Array(Type.Enum(apartmentKinds)),
  /** Holder of a single vote under the rule `perUnit`: each unit of the kinds, or each owner. */
  votePer: Type.Enum(votePers),
  /**
   * Maximum number of owners represented by a person, as limited by the by-laws. Null: no limit. Exceeding only
   * warns.
   */
  proxyLimit: Nullable(Type.Integer()),
  /**
   * Name of the revisor fiscal (statutory auditor), for attesting remote communications (Ley 675, art. 42). Null
   * without an auditor.
   */
  fiscalAuditor: Nullable(Type.String()),
  /** Minutes of a turn to speak in an assembly. */
  turnMinutes: Type.Integer(),
  /** Phone for questions of owners. Null without a phone: owners see the phone of the installation. */
  helpPhone: Nullable(Type.String()),
  /** Rules of the by-laws about dates of assemblies. */
  byLaws: ByLaws,
  /** Majorities of the by-laws for matters decided by simple majority in the law. */
  majorities: ByLawMajorities,
  /** Current assembly. Null without an assembly. */
  assembly: Nullable(Assembly),
  /** Video meeting of the joint. Null without a meeting. */
  zoomMeeting: Nullable(Type.Object({ zoomId: Type.String(), zoomPassword: Type.String() })),
});
export type Joint = Static<typeof Joint>;

/** Body to create a joint (co-owned property), with sectors. */
export const NewJoint = Type.Object({
  jointName: JointName,
  usesAssemblies: Type.Optional(Type.Boolean()),
  usesBilling: Type.Optional(Type.Boolean()),
  sectors: Type.Optional(Type.Array(Type.Object({ sectorName: JointName }), { maxItems: 50 })),
});
export type NewJoint = Static<typeof NewJoint>;

/** Body to change a joint (co-owned property): only the fields to change. */
export const JointChanges = Type.Object({
  /** True if the joint, with all sectors, uses the service of assemblies. */
  usesAssemblies: Type.Optional(Type.Boolean()),
  usesBilling: Type.Optional(Type.Boolean()),
  perUnitKinds: Type.Optional(
    Distinct(Type.Enum(apartmentKinds), { minItems: 1, maxItems: apartmentKinds.length }),
  ),
  votePer: Type.Optional(Type.Enum(votePers)),
  /** Maximum number of owners represented by a person, for the joint with all sectors. Null: no limit. */
  proxyLimit: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 1000 }))),
  /** Name of the revisor fiscal (statutory auditor) of the joint with all sectors. Null: no auditor. */
  fiscalAuditor: Type.Optional(Nullable(Line(200))),
  /** Minutes of a turn to speak in the assemblies of the joint with all sectors. */
  turnMinutes: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_TURN_MINUTES })),
  /** Phone for questions of owners of the joint with all sectors. Null: no phone. */
  helpPhone: Type.Optional(Nullable(Line(40))),
  /**
   * Rules about dates of assemblies, for the joint with all sectors. An existing second call stays at the same
   * time.
   */
  byLaws: Type.Optional(ByLaws),
  /**
   * Majorities of the by-laws for the joint with all sectors, replaced as a whole. Existing questions stay with the
   * rules of their creation.
   */
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
    'Change which services it uses, which kinds of units have one vote each, or one for each of their owners, how many owners one person may represent, who its revisor fiscal is, which phone helps owners, and what its by-laws say of dates and majorities',
  description:
    'A sector has separate kinds. Existing questions keep the rules of their creation. A service may be removed only before the first use: 409 serviceInUse. `majorities` are for matters decided by a simple majority by law (docs/why/majorities.md): 422 thresholdOutOfRange for a majority not allowed in by-laws. `helpPhone` is one phone: 422 helpPhoneInvalid. With `seen`: 409 factsMoved if another person changed the same setting meanwhile.',
  body: Type.Object({
    ...JointChanges.properties,
    /** Values shown before the change. */
    seen: Type.Optional(Type.Object({ ...JointChanges.properties, perUnitKinds: Type.Optional(ListMark) })),
  }),
  answer: Joint,
});

export const getJoint = endpoint('getJoint', 'GET /joints/:jointId', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint', service: 'either' },
  summary: 'A joint (or sector) with its current assembly',
  answer: Joint,
});
