import Type, { type Static } from 'typebox';
import { AssemblyApartment } from '../accounts/users.api.ts';
import {
  ApartmentId,
  assemblyRunners,
  assigners,
  CoefficientNumber,
  Distinct,
  endpoint,
  hallScreens,
  Id,
  Instant,
  Line,
  members,
  Nullable,
  OptionalLine,
  RoomCodeText,
  voters,
} from '../api.ts';
import { apartmentKinds } from '../properties/apartment-kinds.ts';
import { type OwnerNature, ownerNatures } from '../properties/owner-natures.ts';
import { PowerWarning } from '../properties/power-rules.api.ts';
import { CodeText, Reason, UNITS_LIMIT, Units } from './codes.api.ts';
import { AssemblyQuery, OpensEarly } from './concepts.api.ts';

/** Unit of the assembly's roll (list of units). A parking space or storage room may belong to a main unit. */
export const RollApartment = Type.Object({
  ...AssemblyApartment.properties,
  /** Kind of unit: dwelling, parking space, and so on. */
  kind: Type.Enum(apartmentKinds),
  /** Id of the main unit of a parking space or storage room. Null for other units. */
  mainApartmentId: Nullable(Type.String()),
  /**
   * Nature of the owner: a person, several, or a company. For several or a company the desk asks for the attendee's
   * name.
   */
  ownerNature: Type.Enum(ownerNatures),
});
export type RollApartment = Static<typeof RollApartment>;

export const RoomCode = Type.Object({
  /** Current code of the room. Null while the assembly requires no code. */
  code: Nullable(Type.String()),
  /** Time of the change to the next code, at most five minutes ahead. Null without a code. */
  endsAt: Nullable(Instant),
});
export type RoomCode = Static<typeof RoomCode>;

export const getRoomCode = endpoint('getRoomCode', 'GET /joints/:jointId/roomcode', {
  access: { profiles: hallScreens, scope: 'paramsJoint' },
  summary: 'The current code of the room, for walls and desk: owners type the code to register by themselves',
  answer: RoomCode,
});

export const listAssemblyApartments = endpoint(
  'listAssemblyApartments',
  'GET /joints/:jointId/assemblyapartments',
  {
    access: { profiles: members, scope: 'paramsJoint' },
    summary: "The roll with each unit's holder (owners and QR sessions: only their own units)",
    query: AssemblyQuery,
    answer: Type.Array(RollApartment),
  },
);

export const assignHolder = endpoint('assignHolder', 'PATCH /assemblyapartments', {
  priority: 'vital',
  access: { profiles: assigners, scope: 'bodyJoint' },
  summary: 'Register a unit with a code or a linked user, or free it with null; sectors follow',
  description:
    '409 alreadyRegistered on a registered unit. An owner may only give their own id, while registration is active.',
  body: Type.Object({
    apartmentId: ApartmentId,
    jointId: Id,
    userId: Nullable(CodeText),
    reason: Reason,
    roomCode: RoomCodeText,
    wentOn: OpensEarly,
  }),
  answer: AssemblyApartment,
});

/**
 * Capacities of attendees (Ley 675 de 2001, art. 47: 'nombre y calidad de los asistentes'): owner, co-owner, legal
 * representative of a company, proxy, delegate. Only a proxy holds a power of attorney.
 */
export const capacities = ['owner', 'coOwner', 'legalRepresentative', 'proxy', 'delegate'] as const;
/** Capacity of an attendee: a value of `capacities`, for example `owner` or `proxy`. */
export type Capacity = (typeof capacities)[number];

/**
 * Default capacity (role) of an attendee without a power of attorney: a person attends as owner, a person of
 * several owners as co-owner, and the person for a company as legal representative (docs/why/door.md).
 */
export const capacityByOwner: Record<OwnerNature, Capacity> = {
  person: 'owner',
  several: 'coOwner',
  company: 'legalRepresentative',
};

/**
 * Way of identification of a person registered from home, required by Decreto 398 de 2020: password of an account,
 * personal link, or card or badge.
 */
export type Identification = 'account' | 'link' | 'code';

/**
 * Body of a request to register units as present, from the door or by phone: units or code, name of the attendee,
 * and power of attorney if the owner is represented.
 */
export const NewRegistration = Type.Object({
  /**
   * Units to register. Absent with a badge at the desk or in the badge's session: registers the badge's unit with
   * free annexes.
   */
  apartmentIds: Type.Optional(Units),
  /**
   * True to register with a badge, without `apartmentIds`, also the other free units of the same owner. Units with
   * another person's power, registered, or perhaps of another person stay; see `left`. Desk only.
   */
  withOwned: Type.Optional(Type.Boolean()),
  /**
   * Code of the attendee's card or badge, or a user id: a user linked to the units, or with `byProxy` any owner of
   * the joint.
   */
  code: Type.Optional(CodeText),
  /** Name and document of the person present, if typed. */
  attendee: Type.Optional(
    Type.Object({
      name: Line(200),
      document: Type.Optional(Nullable(OptionalLine(40))),
    }),
  ),
  /** True if the person represents the owners of the units. */
  byProxy: Type.Optional(Type.Boolean()),
  /**
   * Ids of accepted powers of the attendee. Registers the units of each power by proxy, and the other units as the
   * attendee's own. Desk only.
   */
  powers: Type.Optional(Distinct(Id, { minItems: 1, maxItems: 500 })),
  /**
   * Capacity of the attendee. Default: `proxy` with `byProxy`, else by the owner of each unit: `owner` for a
   * person, `coOwner` for several, `legalRepresentative` for a company. `proxy` equals `byProxy`.
   */
  capacity: Type.Optional(Type.Enum(capacities)),
  /** True to take the units from the current holder. */
  takeBack: Type.Optional(Type.Boolean()),
  /**
   * True to end other people's powers for the units: for owners at home, and at the desk for unregistered units.
   * For registered units the desk ends powers by `takeBack`.
   */
  endPower: Type.Optional(Type.Boolean()),
  /**
   * Time of the scan, if the desk sends a scan later, for example after a broken connection. Never in the future.
   * Desk only.
   */
  scannedAt: Type.Optional(Instant),
  /**
   * Code of the room, for owners with an account or mail link, if the assembly requires a code. Errors: 422
   * roomCodeNeeded, roomCodeWrong.
   */
  roomCode: RoomCodeText,
  /** Desk only: from others the confirmation has no effect. */
  wentOn: OpensEarly,
});
export type NewRegistration = Static<typeof NewRegistration>;

/**
 * Reasons to leave a unit of the owner out of a registration `withOwned`: another person's accepted power, a
 * registration, an owner perhaps different, or a departure after a scan sent later.
 */
const leftReasons = ['power', 'registered', 'unsure', 'departed'] as const;

/**
 * Unit of an owner left without registration by a request to register all units of the owner (`withOwned`), with
 * the reason.
 */
export const LeftUnit = Type.Object({
  apartmentId: Type.String(),
  /** Reason: for example another person's power, or an earlier registration. */
  why: Type.Enum(leftReasons),
  /** Name of the person with the power, or of the attendee of the registration. Null if unknown. */
  person: Nullable(Type.String()),
});
export type LeftUnit = Static<typeof LeftUnit>;

/** Answer to a registration: the units registered now, and warnings about limits of powers of attorney. */
export const RegistrationResult = Type.Object({
  jointId: Type.Integer(),
  /** Holder of the units now: user id or code. */
  userId: Type.String(),
  registered: Type.Array(
    Type.Object({
      jointId: Type.Integer(),
      apartmentId: Type.String(),
      coefficient: CoefficientNumber,
      /** Time of the registration. */
      at: Instant,
    }),
  ),
  /**
   * Number of owners represented by the person after a registration by proxy, and limit of the by-laws (null: no
   * limit). Above the limit the desk is warned; the registration stays valid. Null without a proxy.
   */
  powers: Nullable(Type.Object({ owners: Type.Integer(), limit: Nullable(Type.Integer()) })),
  /** Warnings of the joint's limits of powers. The registration stays valid. */
  warnings: Type.Array(PowerWarning),
  /** Units of the same owner that were not registered. Only after `withOwned`. */
  left: Type.Optional(Type.Array(LeftUnit)),
});
export type RegistrationResult = Static<typeof RegistrationResult>;

export const register = endpoint('register', 'POST /joints/:jointId/registrations', {
  priority: 'vital',
  access: { profiles: voters, scope: 'paramsJoint' },
  summary: 'Register units, in the joint and in its sectors, in one transaction: all or none',
  description:
    'Operators give a code. Without a code the signed-in owner registers own units. 409 if a unit is already registered: `details` names the unit with the time, and nothing is stored. `takeBack` moves units of another holder; owners may take back units without a vote on an open question (unitVoted), and with `endPower` also units held by power (powerStands). A unit with an accepted power is registered only for the holder of the power until `endPower` ends the power (powerStands; `details` names the holder). powerBlocked beyond blocking limits.',
  body: NewRegistration,
  bodyLimit: UNITS_LIMIT,
  status: 201,
  answer: RegistrationResult,
  idempotent: true,
});

export const undoReading = endpoint('undoReading', 'POST /joints/:jointId/registrations/undo', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    "Undo a wrong scan at the desk: free the units that the code holds, with the reason 'lectura por error'",
  description:
    '404 holderNotFound if the code holds none of the units any more. 422 readingVoted if one of the units has voted since its registration.',
  body: Type.Object({ code: CodeText, apartmentIds: Units }),
  bodyLimit: UNITS_LIMIT,
  answer: Type.Object({ apartments: Type.Array(Type.String()) }),
});

export const removeRegistrations = endpoint(
  'removeRegistrations',
  'DELETE /assembly/:conceptId/joints/:jointId',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Annul one record of a concept (with apartmentId), or reset the whole concept',
    description:
      'On concept 1: frees the unit (also in the sectors), keeps the votes on closed questions, and annuls the vote on the open question. 422 for a reset of the attendance with valid votes.',
    query: Type.Object({ apartmentId: Type.Optional(ApartmentId), reason: Reason }),
  },
);

export const listPeople = endpoint('listPeople', 'GET /joints/:jointId/people', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Owners with a user in the joint: may hold own units from home, and other units by proxy',
  answer: Type.Array(
    Type.Object({ userId: Type.String(), name: Type.String(), apartments: Type.Array(Type.String()) }),
  ),
});

/** Maximum number of people in an answer to the desk's search for people by name or document (`findPeople`). */
export const MOST_PEOPLE = 8;

/** Person found at the door by name or document, with the units and the state of each. */
export const DoorPerson = Type.Object({
  name: Type.String(),
  /** Owner, co-owner of a unit with several owners, or proxy with accepted powers of attorney. */
  role: Type.Enum(['owner', 'coOwner', 'proxy'] as const),
  /** Units of the person; for a proxy the units of the powers. */
  units: Type.Array(
    Type.Object({
      apartmentId: Type.String(),
      owner: Type.String(),
      /**
       * `free`: not registered. `registered`: registered for a person. `power`: another person has an accepted
       * power for the unit.
       */
      state: Type.Enum(['free', 'registered', 'power'] as const),
      /** Name of the attendee of the registration, or of the person with the power. Null if unknown. */
      person: Nullable(Type.String()),
    }),
  ),
  /** Ids of a proxy's accepted powers. Empty for an owner. */
  powerIds: Type.Array(Type.Integer()),
});
export type DoorPerson = Static<typeof DoorPerson>;

export const findPeople = endpoint('findPeople', 'POST /joints/:jointId/people/search', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary:
    'Find owners, co-owners and proxies with accepted powers by name or document, with the state of their units',
  description:
    'Ignores accents, case and punctuation; every word of the text must begin a word of the name. A document matches by its first digits, at least four. The text is in the body: addresses are logged.',
  body: Type.Object({ text: Line(100) }),
  answer: Type.Object({
    people: Type.Array(DoorPerson),
    /** True if more people match than the answer lists. */
    hasMore: Type.Boolean(),
  }),
});
