import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  assemblyRunners,
  assemblyWatchers,
  DayText,
  Distinct,
  endpoint,
  Id,
  Instant,
  Lines,
  Nullable,
  OptionalLine,
  reporters,
} from '../api.ts';
import { Profile } from '../profiles.ts';
import { Assembly } from '../properties/joints.api.ts';
import { AssemblyQuery } from './concepts.api.ts';
import { askedCodes } from './law/asked-codes.ts';
import { conveners } from './law/conveners.ts';
import { LiveConcept, Snapshot } from './live.ts';

/** Body limit in bytes of the facts of an assembly, large enough for the units of many conveners, as sent and as seen. */
const FACTS_LIMIT = 192 * 1024;

const text = (maxLength: number) => Type.Optional(Nullable(OptionalLine(maxLength)));
const AssemblyFields = {
  title: text(300),
  agenda: Type.Optional(Nullable(Lines(5000))),
  notice: text(500),
  convener: Type.Optional(Nullable(Type.Enum(conveners))),
  /** Ids of the units of the owners who convene. The server adds owner and coefficient from the assembly's roll. */
  conveningUnits: Type.Optional(Distinct(ApartmentId, { minItems: 1, maxItems: 500 })),
  /** Day and hour of the call. Null if unknown. */
  scheduledAt: Type.Optional(Nullable(Instant)),
  place: text(300),
  president: text(200),
  secretary: text(200),
  /** Web address of the recording, shown as a link. */
  recordingUrl: Type.Optional(
    Nullable(Type.String({ maxLength: 1000, pattern: '^(https?://[^\\s\\u0000-\\u001f]+)?$' })),
  ),
  roomCode: Type.Optional(Assembly.properties.roomCode),
  /** Number of a meeting of Zoom, or the whole address of a meeting of another platform. */
  zoomId: text(500),
  zoomPassword: text(100),
};

/**
 * Facts as shown to the person before the change. A fact sent as shown stays as stored. A fact changed by the person
 * is refused with 409 `factsMoved` if the stored value is neither the shown nor the sent value.
 */
const SeenFacts = Type.Object({
  kind: Type.Optional(Assembly.properties.kind),
  mode: Type.Optional(Assembly.properties.mode),
  ...AssemblyFields,
  conveningUnits: Type.Optional(Distinct(ApartmentId, { minItems: 0, maxItems: 500 })),
});
export type SeenFacts = Static<typeof SeenFacts>;

/** Fact of an assembly changed by another person: name and stored value, as in the body of a change. */
export type MovedFact = {
  [Fact in keyof SeenFacts]-?: { fact: Fact; value: Exclude<SeenFacts[Fact], undefined> };
}[keyof SeenFacts];

/**
 * Field of a request with the warnings confirmed by the person: a list of codes, for example `openingEarly`, or
 * `true` for the two codes `lateOrdinary` and `earlySecondCall`. The server refuses a request with an unconfirmed
 * warning by 422 and the code. Only screens, not the server, ask about `lateOrdinary` (ordinary assembly after the
 * legal three months) and `earlySecondCall`.
 */
export const WentOn = Type.Optional(
  Type.Union([
    Type.Literal(true),
    Type.Array(Type.Enum([...askedCodes, 'lateOrdinary', 'earlySecondCall']), { maxItems: 5 }),
  ]),
);

/**
 * Body of the request to create the next assembly of a joint. Missing fields get defaults, or stay unknown until
 * filled in.
 */
export const NewAssembly = Type.Object({
  /** Ordinary or extraordinary assembly. */
  kind: Type.Optional(Assembly.properties.kind),
  mode: Type.Optional(Assembly.properties.mode),
  call: Type.Optional(Assembly.properties.call),
  /** Day and hour of the first call without quorum. Only with `call` 2. */
  firstCallAt: Type.Optional(Instant),
  /** Id of the prepared assembly that the person means to open. */
  opens: Type.Optional(Id),
  /** Id of the opened assembly that the person means to archive. */
  archives: Type.Optional(Id),
  /** Codes of the warnings confirmed by the person. */
  wentOn: WentOn,
  seen: Type.Optional(SeenFacts),
  ...AssemblyFields,
});
export type NewAssembly = Static<typeof NewAssembly>;

/** Body of the request to change an assembly: only the fields to change. `closed` true ends the assembly. */
export const AssemblyChanges = Type.Object({
  /** Id of the assembly that the person means to change. */
  assemblyId: Type.Optional(Id),
  kind: Type.Optional(Assembly.properties.kind),
  mode: Type.Optional(Assembly.properties.mode),
  call: Type.Optional(Assembly.properties.call),
  closed: Type.Optional(Type.Literal(true)),
  /** Number of the current point of the agenda. Null if no point is open. */
  point: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 200 }))),
  /** Codes of the warnings confirmed by the person. */
  wentOn: WentOn,
  seen: Type.Optional(SeenFacts),
  ...AssemblyFields,
});
export type AssemblyChanges = Static<typeof AssemblyChanges>;

export const listAssemblies = endpoint('listAssemblies', 'GET /joints/:jointId/assemblies', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary: "The joint's assemblies, the current one first",
  answer: Type.Array(Assembly),
});

export const openAssembly = endpoint('openAssembly', 'POST /joints/:jointId/assemblies', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Open the prepared assembly, else the next assembly: copies the roll from the table and archives the former assembly',
  description:
    'Before the day that it is called for: 422 openingEarly; the same call with the code in `wentOn` passes and stands in the acta. So does every first act that would open the assembly. In second call (`call` 2) it names its first call, which is over: 422 firstCallMissing. With `seen`: 409 factsMoved for facts of the prepared assembly that another person changed meanwhile. With `opens` or `archives`: 409 assemblyReplaced if another person opened or archived the assembly meanwhile, so two people never archive the assembly that one of them just opened.',
  body: NewAssembly,
  bodyLimit: FACTS_LIMIT,
  status: 201,
  answer: Assembly,
});

export const changeAssembly = endpoint('changeAssembly', 'PATCH /joints/:jointId/assemblies/current', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Change the current assembly: its fields, {call: 2}, or {closed: true}',
  description:
    'Second call closes an open question and starts attendance again; there is no way back (422). Before its moment (art. 41) it is done all the same, and noted; so is an ordinary one after its three months (art. 39). Closing is final. `point` opens a point of the agenda: 422 agendaItemUnknown. With votes cast, another kind or mode is 422 kindAfterVote and another agenda 422 agendaAfterVote; the same call with the code in `wentOn` passes and stands in the acta. After the end a text for an empty field is accepted; every other change but the recording is 422 assemblyEnded. With `assemblyId`: 409 assemblyReplaced if another assembly is the current one by now. With `seen`: 409 factsMoved if another person changed the same fact meanwhile; `details.facts` has the stored values, and the same call with these values in `seen` passes.',
  body: AssemblyChanges,
  bodyLimit: FACTS_LIMIT,
  answer: Assembly,
});

/**
 * Legal dates of an assembly (last day for the notice, second call …), computed from the day of the assembly, for
 * operators.
 */
export const LawDates = Type.Object({
  /**
   * Last day for an ordinary assembly, by the law's three months (Ley 675, art. 39), unless the by-laws name a
   * date. Null for other assemblies.
   */
  ordinaryBy: Nullable(DayText),
  /** True if the day of the assembly is after `ordinaryBy`. Without a day, today counts. */
  isLate: Type.Boolean(),
  /**
   * Last day to send the notice of an ordinary assembly (Ley 675, art. 39). Null for other assemblies, or without a
   * day.
   */
  noticeBy: Nullable(DayText),
  /** Earliest time of the second call (Ley 675, art. 41). Null without a day of the first call. */
  secondCallAt: Nullable(Instant),
  /**
   * True if `secondCallAt` follows the by-laws instead of the law. Screens then do not mention the third business
   * day.
   */
  isSecondCallOwn: Type.Boolean(),
  /** Time of the meeting by right, held by owners without a call (Ley 675, art. 40). */
  byRightAt: Instant,
});
export type LawDates = Static<typeof LawDates>;

export const getLawDates = endpoint('getLawDates', 'GET /joints/:jointId/assemblies/current/dates', {
  access: { profiles: reporters, scope: 'paramsJoint' },
  summary:
    'Legal dates of the current assembly (Ley 675 de 2001): three months, notice, second call, meeting by right',
  answer: LawDates,
});

export const getSnapshot = endpoint('getSnapshot', 'GET /joints/:jointId/snapshot', {
  access: { profiles: assemblyWatchers, scope: 'paramsJoint' },
  summary:
    'The live state of a joint as sent by the hub on joining; screens poll the state while the hub is away',
  description: 'With `assemblyId`: how an archived assembly ended, its outcomes included.',
  query: AssemblyQuery,
  answer: Snapshot,
});

/**
 * Assembly for the caller's home screen: open, called for today or later, or with a pending acta (minutes).
 */
export const AssemblyNow = Type.Object({
  jointId: Type.Integer(),
  /** Name of the joint (co-owned property). */
  jointName: Type.String(),
  assembly: Assembly,
  /** Number and coefficient of the registered units. */
  registered: Snapshot.properties.registered,
  /** Number and coefficient of all units. */
  total: Snapshot.properties.total,
  /** State of the quorum: reached or not, and the missing coefficient. */
  quorum: Snapshot.properties.quorum,
  /** Joint, then sectors, each with the open and the last closed question. */
  places: Type.Array(
    Type.Object({
      jointId: Type.Integer(),
      /** Name of the sector. Null for the joint. */
      sectorName: Nullable(Type.String()),
      /** Open question. Null if no question is open. */
      open: Nullable(LiveConcept),
      /** Last closed question with a result. Null before the first closing. */
      closed: Nullable(LiveConcept),
    }),
  ),
});
export type AssemblyNow = Static<typeof AssemblyNow>;

export const listAssembliesNow = endpoint('listAssembliesNow', 'GET /assembliesnow', {
  access: { profiles: [...reporters, Profile.owner], scope: 'session' },
  summary: "Assemblies of the caller's joints: open, called for today or later, or closed lately",
  description: 'Open ones first, then by their day, then the last closed; at most twenty.',
  answer: Type.Array(AssemblyNow),
});
