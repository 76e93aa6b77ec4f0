import Type from 'typebox';
import { endpoint, everyone, Line } from '../api.ts';
import { Profile } from '../profiles.ts';
import { NewUsername, PersonName } from './users.api.ts';

const Jwt = Type.Object({ jwt: Type.String() });
const anySession = {
  profiles: [
    Profile.full,
    Profile.admin,
    Profile.owner,
    Profile.display,
    Profile.operator,
    Profile.qr,
    Profile.events,
  ],
  scope: 'session',
} as const;

const Username = Line(100);
const Password = Type.String({ minLength: 1, maxLength: 200 });

/** Body limit in bytes for requests without a session: names and passwords. */
const AUTH_LIMIT = 4 * 1024;

export const signIn = endpoint('signIn', 'POST /auth', {
  priority: 'vital',
  access: everyone,
  summary: 'Sign in with user name and password',
  description:
    'An unknown user and a wrong password get the same answer in the same time. After ten failures of one user from one network in 15 minutes each further try of that pair waits, 30 seconds at most: 429 with Retry-After. The answer keeps the cookie `scaf_device`, which opens nothing and spares its browser that wait.',
  body: Type.Object({ username: Username, password: Password }),
  bodyLimit: AUTH_LIMIT,
  answer: Jwt,
});

export const signInWithCode = endpoint('signInWithCode', 'POST /auth/qr', {
  priority: 'vital',
  access: everyone,
  summary: 'Open a QR session (profile 6) for the units a code holds',
  body: Type.Object({ code: Line(40) }),
  bodyLimit: AUTH_LIMIT,
  answer: Jwt,
});

export const renewSession = endpoint('renewSession', 'POST /auth/refresh', {
  priority: 'vital',
  access: anySession,
  summary: 'Renew the session, as a reload of the page does',
  answer: Jwt,
});

export const signOut = endpoint('signOut', 'POST /auth/logout', {
  access: anySession,
  summary: 'End the session and close its sockets',
});

export const changePassword = endpoint('changePassword', 'POST /auth/password', {
  access: {
    profiles: [Profile.full, Profile.admin, Profile.owner, Profile.operator, Profile.events],
    scope: 'session',
  },
  summary: 'Change the own password; all other sessions of the user end',
  body: Type.Object({ current: Password, next: Password }),
  bodyLimit: AUTH_LIMIT,
});

export const forgotPassword = endpoint('forgotPassword', 'POST /auth/forgotten', {
  entry: true,
  access: everyone,
  summary: 'Request a link by mail to replace a forgotten password',
  description:
    'By user name or e-mail address. The same answer in the same time for everybody, whether a message leaves or not.',
  body: Type.Object({ who: Line(200) }),
  bodyLimit: AUTH_LIMIT,
});

export const resetPassword = endpoint('resetPassword', 'POST /auth/reset', {
  entry: true,
  access: everyone,
  summary: 'Replace a password with a mailed link, and sign in; every session of the user ends',
  description:
    'The link works once, within 30 minutes: resetLinkInvalid. A weakPassword leaves it as it was.',
  body: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }), password: Password }),
  bodyLimit: AUTH_LIMIT,
  answer: Type.Object({ ...Jwt.properties, username: Type.String() }),
});

export const createFirstUser = endpoint('createFirstUser', 'POST /auth/first-user', {
  entry: true,
  access: everyone,
  summary: 'Make the first platform user with the one-time link printed at the first start',
  body: Type.Object({
    token: Type.String({ minLength: 1, maxLength: 200 }),
    username: NewUsername,
    name: PersonName,
    password: Password,
  }),
  bodyLimit: AUTH_LIMIT,
  status: 201,
  answer: Jwt,
});
