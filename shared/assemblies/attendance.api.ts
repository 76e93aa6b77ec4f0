import Type, { type Static } from 'typebox';
import { AssemblyApartment } from '../accounts/users.api.ts';
import {
  ApartmentId,
  assemblyRunners,
  CoefficientNumber,
  Distinct,
  endpoint,
  Id,
  Instant,
  Line,
  members,
  Nullable,
  OptionalLine,
  RoomCodeText,
} from '../api.ts';
import { Profile } from '../profiles.ts';
import { apartmentKinds } from '../properties/apartment-kinds.ts';
import { type OwnerNature, ownerNatures } from '../properties/owner-natures.ts';
import { PowerWarning } from '../properties/power-rules.api.ts';
import { CodeText, Reason, UNITS_LIMIT, Units } from './codes.api.ts';
import { AssemblyQuery } from './concepts.api.ts';

/** A unit of the roll; a parking space or storage room may go with a main unit. */
export const RollApartment = Type.Object({
  ...AssemblyApartment.properties,
  kind: Type.Enum(apartmentKinds),
  mainApartmentId: Nullable(Type.String()),
  /** Whether one person owns it, several, or a company: the desk asks who comes for the latter two. */
  ownerNature: Type.Enum(ownerNatures),
});
export type RollApartment = Static<typeof RollApartment>;

export const RoomCode = Type.Object({
  /** Null while the assembly asks for no code. */
  code: Nullable(Type.String()),
  /** End of its five minutes. */
  endsAt: Nullable(Instant),
});
export type RoomCode = Static<typeof RoomCode>;

export const getRoomCode = endpoint('getRoomCode', 'GET /joints/:jointId/roomcode', {
  access: { profiles: [...assemblyRunners, Profile.display], scope: 'paramsJoint' },
  summary: "The room's code of now, for walls and desk: owners give it when they register by themselves",
  answer: RoomCode,
});

const registrars = [Profile.full, Profile.operator, Profile.owner, Profile.qr] as const;

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
  access: { profiles: [Profile.full, Profile.operator, Profile.owner], scope: 'bodyJoint' },
  summary: 'Register a unit with a code or a linked user, or free it with null; sectors follow',
  description:
    '409 alreadyRegistered on a registered unit. An owner may only give their own id, while registration is active.',
  body: Type.Object({
    apartmentId: ApartmentId,
    jointId: Id,
    userId: Nullable(CodeText),
    reason: Reason,
    roomCode: RoomCodeText,
  }),
  answer: AssemblyApartment,
});

/**
 * In which capacity somebody attends (Ley 675 de 2001, art. 47: 'nombre y calidad de los asistentes'): owner, one of
 * several owners, legal representative of a company, proxy, delegate. Only a proxy holds a power.
 */
export const capacities = ['owner', 'coOwner', 'legalRepresentative', 'proxy', 'delegate'] as const;
export type Capacity = (typeof capacities)[number];

/** In which capacity an owner without power attends, where nobody says it: docs/door.md. */
export const capacityByOwner: Record<OwnerNature, Capacity> = {
  person: 'owner',
  several: 'coOwner',
  company: 'legalRepresentative',
};

/** What a registration from home was identified by: the password of an account, a personal link, a card or badge. */
export type Identification = 'account' | 'link' | 'code';

export const NewRegistration = Type.Object({
  /** May be left out with a badge, by the desk or in its own session: its unit, with those that go with it and are free. */
  apartmentIds: Type.Optional(Units),
  /** A code, or the id of a user: linked to the units, or with `byProxy` any owner of the joint. */
  code: Type.Optional(CodeText),
  attendee: Type.Optional(
    Type.Object({
      name: Line(200),
      document: Type.Optional(Nullable(OptionalLine(40))),
    }),
  ),
  byProxy: Type.Optional(Type.Boolean()),
  /**
   * Accepted powers of the person who comes: their units are registered too, as by proxy, each with its power, and the
   * others as the person's own. Desk only.
   */
  powers: Type.Optional(Distinct(Id, { minItems: 1, maxItems: 500 })),
  /**
   * Left out: `proxy` with `byProxy`, else what the owner of each unit asks for: `owner` of a person, `coOwner` of
   * several, `legalRepresentative` of a company. `proxy` is the same as `byProxy`.
   */
  capacity: Type.Optional(Type.Enum(capacities)),
  /** Take the units back from whoever holds them now. */
  takeBack: Type.Optional(Type.Boolean()),
  /**
   * End the powers that others hold for them: of an owner from home, and at the desk for units that are not registered
   * yet. The desk ends those of registered units by taking back.
   */
  endPower: Type.Optional(Type.Boolean()),
  /** When the desk scanned it, where it could not be sent at once; never later than now. Desk only. */
  scannedAt: Type.Optional(Instant),
  /** Of an owner from an account or a mail link, if the assembly asks for it: 422 roomCodeNeeded, roomCodeWrong. */
  roomCode: RoomCodeText,
});
export type NewRegistration = Static<typeof NewRegistration>;

export const RegistrationResult = Type.Object({
  jointId: Type.Integer(),
  userId: Type.String(),
  registered: Type.Array(
    Type.Object({
      jointId: Type.Integer(),
      apartmentId: Type.String(),
      coefficient: CoefficientNumber,
      at: Instant,
    }),
  ),
  /**
   * Where the registration was by proxy: how many owners this person now represents so, and the most that the
   * reglamento allows (null: no limit). Beyond it the desk is warned; the registration stands.
   */
  powers: Nullable(Type.Object({ owners: Type.Integer(), limit: Nullable(Type.Integer()) })),
  /** What the joint's limits of powers warn of; the registration stands. */
  warnings: Type.Array(PowerWarning),
});
export type RegistrationResult = Static<typeof RegistrationResult>;

export const register = endpoint('register', 'POST /joints/:jointId/registrations', {
  priority: 'vital',
  access: { profiles: registrars, scope: 'paramsJoint' },
  summary: 'Register units, in the joint and in its sectors, in one transaction: all or none',
  description:
    'Operators give a code. Without one the signed-in owner registers their own units. One unit already registered: 409, `details` names it with since when, nothing is stored. `takeBack` moves units that another holds: owners those without a vote on an open question (unitVoted), and with `endPower` also from who holds them by power (powerStands). A unit with an accepted power is registered for its holder alone until `endPower` ends it: powerStands, `details` names whose it is. Beyond limits that block: powerBlocked.',
  body: NewRegistration,
  bodyLimit: UNITS_LIMIT,
  status: 201,
  answer: RegistrationResult,
  idempotent: true,
});

export const removeRegistrations = endpoint(
  'removeRegistrations',
  'DELETE /assembly/:conceptId/joints/:jointId',
  {
    access: { profiles: assemblyRunners, scope: 'paramsJoint' },
    summary: 'Annul one record of a concept (with apartmentId), or reset the whole concept',
    description:
      'On concept 1 this frees the unit (sectors follow), keeps its votes on closed questions and annuls its vote on the open one. Resetting attendance while votes stand: 422.',
    query: Type.Object({ apartmentId: Type.Optional(ApartmentId), reason: Reason }),
  },
);

export const listPeople = endpoint('listPeople', 'GET /joints/:jointId/people', {
  access: { profiles: assemblyRunners, scope: 'paramsJoint' },
  summary: 'Owners with a user in the joint, who may hold units from home: their own and, by proxy, others',
  answer: Type.Array(
    Type.Object({ userId: Type.String(), name: Type.String(), apartments: Type.Array(Type.String()) }),
  ),
});
