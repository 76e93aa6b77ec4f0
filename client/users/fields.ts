import type { JointRights, UserRecord } from '../../shared/accounts/users.api.ts';
import { isMailAddress } from '../../shared/mail/address.ts';
import { Profile, userProfiles } from '../../shared/profiles.ts';
import { type Right, rights, serviceOfRight } from '../../shared/rights.ts';
import { isPasswordShort, PASSWORD_RULE } from '../features/accounts/index.ts';
import type { UserSave } from './users.queries.ts';

/** Profile (role) that a stored user may have. Display, code voter and visitor are no stored users. */
export type UserProfile = (typeof userProfiles)[number];

/** Unit linked to a user: joint id and unit id. */
export interface UnitRef {
  jointId: number;
  apartmentId: string;
}

/** Values of the user form. */
export interface UserFields
  extends Pick<UserRecord, 'username' | 'name' | 'disabled' | 'assemblyJoints' | 'billingJoints'>,
    Pick<UserRecord, 'assemblyApartments' | 'billingApartments' | 'events'> {
  email: string;
  password: string;
  profileId: UserProfile | null;
  /** Ids of the joints with each right of an administrator. */
  rights: Record<Right, number[]>;
}

/** Returns the form values of a stored user, or empty values for a new user. */
export function fieldsOf(user: UserRecord | null): UserFields {
  return {
    username: user?.username ?? '',
    name: user?.name ?? '',
    email: user?.email ?? '',
    password: '',
    profileId: userProfiles.find((profile) => profile === user?.profileId) ?? null,
    disabled: user?.disabled ?? false,
    assemblyJoints: user?.assemblyJoints ?? [],
    billingJoints: user?.billingJoints ?? [],
    assemblyApartments: user?.assemblyApartments ?? [],
    billingApartments: user?.billingApartments ?? [],
    events: user?.events ?? [],
    rights: {
      assemblies: jointsOf('assemblies', user),
      payments: jointsOf('payments', user),
      months: jointsOf('months', user),
    },
  };
}

const jointsOf = (right: Right, user: UserRecord | null): number[] =>
  (user?.rights ?? []).flatMap((one) => (one.rights.includes(right) ? [one.jointId] : []));

/** Rights of the form by joint, only in the joints linked for the right's service. */
function rightsOf({ rights: held, assemblyJoints, billingJoints }: UserFields): JointRights[] {
  const linked = { assembly: assemblyJoints, billing: billingJoints };
  return [...new Set([...assemblyJoints, ...billingJoints])].flatMap((jointId) => {
    const here = rights.filter(
      (right) => held[right].includes(jointId) && linked[serviceOfRight[right]].includes(jointId),
    );
    return here.length === 0 ? [] : [{ jointId, rights: here }];
  });
}

type UserFaults = Partial<Record<'username' | 'name' | 'email' | 'password' | 'profileId', string>>;

/** Errors of the user form, by field. The server checks again. */
export function userFaults(fields: UserFields, isNew: boolean): UserFaults {
  const faults: UserFaults = {};
  if (isNew && !/^\S+$/.test(fields.username.trim())) {
    faults.username = 'Digite un nombre de usuario, sin espacios.';
  }
  if (fields.name.trim() === '') faults.name = 'Digite el nombre.';
  if (fields.email.trim() !== '' && !isMailAddress(fields.email.trim())) {
    faults.email = 'El correo no es válido.';
  }
  if ((isNew || fields.password !== '') && isPasswordShort(fields.password)) faults.password = PASSWORD_RULE;
  if (fields.profileId === null) faults.profileId = 'Seleccione un perfil.';
  return faults;
}

/** Builds the request of a valid user form, with only the links used by the profile. */
export function saveOf(fields: UserFields, user: UserRecord | null): UserSave {
  if (fields.profileId === null) throw new Error('A user form without a profile was sent');
  const body = {
    name: fields.name.trim(),
    email: fields.email.trim() || null,
    profileId: fields.profileId,
    ...linksOf(fields, fields.profileId),
  };
  if (!user) {
    return { kind: 'new', body: { ...body, username: fields.username.trim(), password: fields.password } };
  }
  const password = fields.password === '' ? {} : { password: fields.password };
  return { kind: 'change', shown: user, body: { ...body, ...password, disabled: fields.disabled } };
}

function linksOf(fields: UserFields, profile: UserProfile) {
  const none = {
    assemblyJoints: [],
    billingJoints: [],
    assemblyApartments: [],
    billingApartments: [],
    events: [],
    rights: [],
  };
  switch (profile) {
    case Profile.full:
      return none;
    case Profile.events:
      return { ...none, events: fields.events };
    case Profile.owner:
      // Sends only the units: the server derives the joints of an owner, so both links end together.
      return {
        ...none,
        assemblyApartments: fields.assemblyApartments,
        billingApartments: fields.billingApartments,
      };
    case Profile.admin:
      return {
        ...none,
        assemblyJoints: fields.assemblyJoints,
        billingJoints: fields.billingJoints,
        rights: rightsOf(fields),
      };
    case Profile.operator:
      return { ...none, assemblyJoints: fields.assemblyJoints };
  }
}
