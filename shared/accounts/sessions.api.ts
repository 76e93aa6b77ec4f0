import Type, { type Static } from 'typebox';
import { endpoint, Instant, Nullable } from '../api.ts';
import { Profile } from '../profiles.ts';

/** Profiles of users with a user name and a password, as opposed to sessions of codes and displays. */
const users = [Profile.full, Profile.admin, Profile.owner, Profile.operator, Profile.events] as const;

/** Active session of a user. */
export const OpenSession = Type.Object({
  sessionId: Type.String(),
  openedAt: Instant,
  /** Time of the last use, rounded to minutes. Null before the first use. */
  seenAt: Nullable(Instant),
  /** Browser and operating system as text. Null if unknown. */
  device: Nullable(Type.String()),
  /** Kind of sign-in: by password, or by a mailed access link. */
  by: Type.Union([Type.Literal('password'), Type.Literal('link')]),
  /** True if the session is the caller's own. */
  isOwn: Type.Boolean(),
});
export type OpenSession = Static<typeof OpenSession>;

export const listUserSessions = endpoint('listUserSessions', 'GET /users/:userId/sessions', {
  access: { profiles: users, scope: 'self' },
  summary: 'Valid sessions of a user, latest use first; platform staff may name any user',
  description: 'forbidden for a session opened by a mailed link: such a session is for a single assembly.',
  answer: Type.Array(OpenSession),
});

export const endUserSession = endpoint('endUserSession', 'DELETE /users/:userId/sessions/:sessionId', {
  access: { profiles: users, scope: 'self' },
  summary: 'End one session of a user and close its sockets',
});

export const endUserSessions = endpoint('endUserSessions', 'DELETE /users/:userId/sessions', {
  access: { profiles: users, scope: 'self' },
  summary: "End all sessions of a user except the caller's session",
});
