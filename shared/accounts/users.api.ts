import Type, { type Static } from 'typebox';
import {
  ApartmentId,
  CoefficientNumber,
  endpoint,
  Id,
  Instant,
  Line,
  ListMark,
  Nullable,
  staff,
  UserNumber,
} from '../api.ts';
import { Profile } from '../profiles.ts';
import { rights } from '../rights.ts';

const signedIn = [Profile.full, Profile.admin, Profile.owner, Profile.operator, Profile.events] as const;
const withJoints = [...signedIn, Profile.qr] as const;

/** User account as sent to clients, without the password. `profileId` is the kind of caller (`Profile`). */
export const User = Type.Object({
  userId: Type.String(),
  username: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  profileId: Type.Integer(),
});
export type User = Static<typeof User>;

const UnitRef = Type.Object({ jointId: Id, apartmentId: ApartmentId });

/** Rights of an administrator in a joint, as sent to and by clients. */
export const JointRights = Type.Object({
  jointId: Id,
  rights: Type.Array(Type.Enum(rights), { maxItems: rights.length }),
});
export type JointRights = Static<typeof JointRights>;

/** User with the links to joints, units and events, for the staff's page of users. */
export const UserRecord = Type.Object({
  ...User.properties,
  /** True if the user may not sign in. */
  disabled: Type.Boolean(),
  /** Ids of the joints (co-owned properties) with assembly access, and below with billing access. */
  assemblyJoints: Type.Array(Id),
  billingJoints: Type.Array(Id),
  /** Units of the user, as owner: for assemblies, and below for billing. */
  assemblyApartments: Type.Array(UnitRef),
  billingApartments: Type.Array(UnitRef),
  /** Ids of the events with the user as receptionist. */
  events: Type.Array(Id),
  /** Rights of an administrator, by joint. Empty for other profiles. */
  rights: Type.Array(JointRights),
});
export type UserRecord = Static<typeof UserRecord>;

/** Schema of a person's full name: a line of 1 to 200 characters. */
export const PersonName = Line(200);
/** Schema of a user name for the sign-in: 1 to 100 characters, without spaces and control characters. */
export const NewUsername = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]+$',
});

/**
 * Body limit in bytes for links to 2,000 units in both services (assemblies, billing), with ids of maximum length.
 */
const LINKS_LIMIT = 1024 * 1024;

const UserFields = {
  name: PersonName,
  email: Type.Optional(Nullable(Type.String({ maxLength: 200, format: 'email' }))),
  profileId: Type.Union([
    Type.Literal(Profile.full),
    Type.Literal(Profile.admin),
    Type.Literal(Profile.owner),
    Type.Literal(Profile.operator),
    Type.Literal(Profile.events),
  ]),
  assemblyJoints: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  billingJoints: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  assemblyApartments: Type.Optional(Type.Array(UnitRef, { maxItems: 2000 })),
  billingApartments: Type.Optional(Type.Array(UnitRef, { maxItems: 2000 })),
  events: Type.Optional(Type.Array(Id, { maxItems: 500 })),
  rights: Type.Optional(Type.Array(JointRights, { maxItems: 500 })),
};

/**
 * Body to create a user: unique user name, first password, profile, and links to joints, units and events.
 */
export const NewUser = Type.Object({
  username: NewUsername,
  password: Type.String({ minLength: 1, maxLength: 200 }),
  ...UserFields,
});
export type NewUser = Static<typeof NewUser>;

/** Body to change a user: only the fields to change. `disabled` ends the sessions of the user. */
export const UserChanges = Type.Partial(
  Type.Object({
    ...UserFields,
    password: Type.String({ minLength: 1, maxLength: 200 }),
    disabled: Type.Boolean(),
  }),
);
export type UserChanges = Static<typeof UserChanges>;

const SeenUser = Type.Partial(
  Type.Object({
    ...UserFields,
    disabled: Type.Boolean(),
    assemblyJoints: ListMark,
    billingJoints: ListMark,
    assemblyApartments: ListMark,
    billingApartments: ListMark,
    events: ListMark,
    rights: ListMark,
  }),
);

export const listUsers = endpoint('listUsers', 'GET /users', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'session' },
  summary: 'Every user with the linked joints, units and events',
  answer: Type.Array(UserRecord),
});

export const createUser = endpoint('createUser', 'POST /users', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Create a user and its links',
  description:
    '404 for unknown joints, units and events; nothing is stored. A password has at least 10 characters and is not obvious: weakPassword, with the reason in the details.',
  body: NewUser,
  bodyLimit: LINKS_LIMIT,
  status: 201,
  answer: UserRecord,
});

export const updateUser = endpoint('updateUser', 'PATCH /users/:userId', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Change a user; a sent list replaces the links of the same kind',
  description:
    "A new password, another profile or disabling the user ends the user's sessions. With `seen`: 409 factsMoved if another person changed the same field meanwhile.",
  params: Type.Object({ userId: UserNumber }),
  body: Type.Object({
    ...UserChanges.properties,
    /** Values shown before the change. */
    seen: Type.Optional(SeenUser),
  }),
  bodyLimit: LINKS_LIMIT,
  answer: UserRecord,
});

export const getUser = endpoint('getUser', 'GET /users/:username', {
  access: { profiles: signedIn, scope: 'self' },
  summary: "One's own user (profile 1: anyone's), by user name",
  answer: User,
});

/**
 * Word 'me' in an address, in place of the caller's own id. The id of a session by code is the secret code,
 * and addresses end up in logs.
 */
export const ME = 'me';
const JointItem = Type.Object({ jointId: Type.Integer(), jointName: Type.String() });

/**
 * Joint (co-owned property) visible to the caller for assemblies, with the sectors of a sectorial joint.
 */
export const AssemblyJointItem = Type.Object({
  joint: Type.Object({
    ...JointItem.properties,
    /** True if the joint is divided into sectors with separate questions. */
    isSectorial: Type.Boolean(),
    sectors: Type.Array(Type.Object({ sectorId: Type.Integer(), sectorName: Type.String() })),
  }),
});
export type AssemblyJointItem = Static<typeof AssemblyJointItem>;

export const listUserAssemblyJoints = endpoint(
  'listUserAssemblyJoints',
  'GET /users/:userId/assemblyjoints',
  {
    access: { profiles: withJoints, scope: 'self' },
    summary: 'The joints whose assemblies the user takes part in or runs (profile 1: every joint)',
    answer: Type.Array(AssemblyJointItem),
  },
);

export const listUserBillingJoints = endpoint('listUserBillingJoints', 'GET /users/:userId/billingjoints', {
  access: { profiles: signedIn, scope: 'self' },
  summary: 'The joints whose billing the user may see (profile 1: every joint)',
  answer: Type.Array(Type.Object({ joint: JointItem })),
});

export const listUserRights = endpoint('listUserRights', 'GET /users/:userId/rights', {
  access: { profiles: [Profile.admin], scope: 'self' },
  summary: "The administrator's own rights, by joint with sectors",
  answer: Type.Array(JointRights),
});

/** Unit of a joint (co-owned property) with billing, with the current owner's name. */
export const BillingApartment = Type.Object({
  jointId: Type.Integer(),
  /** Id of the unit: '101'. */
  apartmentId: Type.String(),
  owner: Type.String(),
});
export type BillingApartment = Static<typeof BillingApartment>;

export const listUserBillingApartments = endpoint(
  'listUserBillingApartments',
  'GET /users/:userId/billingapartments',
  {
    access: { profiles: signedIn, scope: 'self' },
    summary: "The user's units in billing",
    answer: Type.Array(BillingApartment),
  },
);

/**
 * Unit on the roll of the current assembly, with the holder: the user or code in charge of the unit (specification,
 * section 3).
 */
export const AssemblyApartment = Type.Object({
  jointId: Type.Integer(),
  apartmentId: Type.String(),
  /** Name of the owner. */
  owner: Type.String(),
  coefficient: CoefficientNumber,
  /**
   * Holder of the unit: user id or code. Null if the unit is unregistered. "QR" if the caller may not see the code.
   */
  userId: Nullable(Type.String()),
});
export type AssemblyApartment = Static<typeof AssemblyApartment>;

/**
 * Registration of a unit, seen by the caller: `self`: with the caller's session; `badge`, `card`, `account`: with
 * another device of the same owner, able to vote too; `unnamedCard`: with a card without a name; `power`: by a
 * proxy; `other`: by another person.
 */
const RegisteredWith = Type.Enum(['self', 'badge', 'card', 'account', 'unnamedCard', 'power', 'other']);
export type RegisteredWith = Static<typeof RegisteredWith>;

/** End of a unit's last registration in the current assembly, shown to the owner and to the former holder. */
const Release = Type.Object({
  at: Instant,
  /** Name of the user behind the release. Null for the system and for deleted users. */
  by: Nullable(Type.String()),
  /** Name of the act, as stored: `unconfirmed`, `reversed`, `withdrawn`, `secondCall` and others. */
  how: Type.String(),
  reason: Nullable(Type.String()),
  /** Numbers of the open questions with a vote of the unit, annulled by the release. */
  annulled: Type.Array(Type.Integer()),
  /** True if the caller may register the unit again. False for a former holder, for example a card of the desk. */
  mayReturn: Type.Boolean(),
});
export type Release = Static<typeof Release>;

/** Unit of the caller in a current assembly, with the state of the registration. */
export const OwnApartment = Type.Object({
  ...AssemblyApartment.properties,
  registeredWith: Nullable(RegisteredWith),
  /** Present if the caller's session answers for the unit by a power of attorney. */
  isByPower: Type.Optional(Type.Literal(true)),
  /**
   * Facts about the end of the last registration. Absent if the unit is registered, or was never registered.
   */
  released: Type.Optional(Release),
  /**
   * Time of the newest sign-in with the caller's code after the caller's own sign-in. Absent without a later sign-in,
   * for free units, and for users.
   */
  openedAgainAt: Type.Optional(Instant),
});
export type OwnApartment = Static<typeof OwnApartment>;

export const listUserAssemblyApartments = endpoint(
  'listUserAssemblyApartments',
  'GET /users/:userId/assemblyapartments',
  {
    access: { profiles: withJoints, scope: 'self' },
    summary: "The user's units in the current assemblies: linked and held units",
    answer: Type.Array(OwnApartment),
  },
);
