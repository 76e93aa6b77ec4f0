import Type, { type Static } from 'typebox';
import { ApartmentId, CoefficientNumber, endpoint, Id, Line, Nullable, staff, UserNumber } from '../api.ts';
import { Profile } from '../profiles.ts';

const signedIn = [Profile.full, Profile.admin, Profile.owner, Profile.operator, Profile.events] as const;
const withJoints = [...signedIn, Profile.qr] as const;

export const User = Type.Object({
  userId: Type.String(),
  username: Type.String(),
  name: Type.String(),
  email: Nullable(Type.String()),
  profileId: Type.Integer(),
});
export type User = Static<typeof User>;

const UnitRef = Type.Object({ jointId: Id, apartmentId: ApartmentId });

/** A user with everything it is linked to, as the users screen shows it. */
export const UserRecord = Type.Object({
  ...User.properties,
  disabled: Type.Boolean(),
  assemblyJoints: Type.Array(Id),
  billingJoints: Type.Array(Id),
  assemblyApartments: Type.Array(UnitRef),
  billingApartments: Type.Array(UnitRef),
  /** The events that it receives people at. */
  events: Type.Array(Id),
});
export type UserRecord = Static<typeof UserRecord>;

export const PersonName = Line(200);
/** A name to sign in with: neither spaces nor control characters. */
export const NewUsername = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[^\\s\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]+$',
});

/** Links to 2,000 units in both services, each with the longest of ids. */
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
};

export const NewUser = Type.Object({
  username: NewUsername,
  password: Type.String({ minLength: 1, maxLength: 200 }),
  ...UserFields,
});
export type NewUser = Static<typeof NewUser>;

export const UserChanges = Type.Partial(
  Type.Object({
    ...UserFields,
    password: Type.String({ minLength: 1, maxLength: 200 }),
    disabled: Type.Boolean(),
  }),
);
export type UserChanges = Static<typeof UserChanges>;

export const listUsers = endpoint('listUsers', 'GET /users', {
  priority: 'bulk',
  access: { profiles: staff, scope: 'session' },
  summary: 'Every user with what it is linked to',
  answer: Type.Array(UserRecord),
});

export const createUser = endpoint('createUser', 'POST /users', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Create a user and its links',
  description:
    'Joints, units and events that do not exist answer 404 and nothing is stored. A password has at least 10 characters and is not obvious: weakPassword, whose details say why.',
  body: NewUser,
  bodyLimit: LINKS_LIMIT,
  status: 201,
  answer: UserRecord,
});

export const updateUser = endpoint('updateUser', 'PATCH /users/:userId', {
  access: { profiles: staff, scope: 'session' },
  summary: 'Change a user; a list that is sent replaces the links of its kind',
  description: 'A new password, another profile or disabling the user ends its sessions.',
  params: Type.Object({ userId: UserNumber }),
  body: UserChanges,
  bodyLimit: LINKS_LIMIT,
  answer: UserRecord,
});

export const getUser = endpoint('getUser', 'GET /users/:username', {
  access: { profiles: signedIn, scope: 'self' },
  summary: "One's own user (profile 1: anyone's), by user name",
  answer: User,
});

/**
 * Instead of one's own id in an address: a QR session's id is its code, a credential, and addresses are kept in
 * places where none belongs.
 */
export const ME = 'me';
const JointItem = Type.Object({ jointId: Type.Integer(), jointName: Type.String() });

export const AssemblyJointItem = Type.Object({
  joint: Type.Object({
    ...JointItem.properties,
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

export const BillingApartment = Type.Object({
  jointId: Type.Integer(),
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

/** A unit of the current assembly's roll with its holder, as the specification's section 3 has it. */
export const AssemblyApartment = Type.Object({
  jointId: Type.Integer(),
  apartmentId: Type.String(),
  owner: Type.String(),
  coefficient: CoefficientNumber,
  /** The holder's user id or code; null when unregistered; "QR" for whoever may not see the code. */
  userId: Nullable(Type.String()),
});
export type AssemblyApartment = Static<typeof AssemblyApartment>;

/**
 * How a unit is registered, as seen by whoever asks: with this very session; with another device of the same owner
 * (badge, card, account), which may vote as well; with a card that names nobody; by somebody with a power; or by
 * somebody else.
 */
const RegisteredWith = Type.Enum(['self', 'badge', 'card', 'account', 'unnamedCard', 'power', 'other']);
export type RegisteredWith = Static<typeof RegisteredWith>;

/** One's own unit; `registeredWith` is null while nobody is registered for it. */
export const OwnApartment = Type.Object({
  ...AssemblyApartment.properties,
  registeredWith: Nullable(RegisteredWith),
});
export type OwnApartment = Static<typeof OwnApartment>;

export const listUserAssemblyApartments = endpoint(
  'listUserAssemblyApartments',
  'GET /users/:userId/assemblyapartments',
  {
    access: { profiles: withJoints, scope: 'self' },
    summary: "The user's units in the current assemblies: those linked to it and those it holds",
    answer: Type.Array(OwnApartment),
  },
);
