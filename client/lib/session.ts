import {
  createFirstUser,
  renewSession,
  resetPassword as resetPasswordEndpoint,
  signIn as signInEndpoint,
  signInWithCode as signInWithCodeEndpoint,
  signOut as signOutEndpoint,
} from '../../shared/accounts/auth.api.ts';
import { getUser, ME } from '../../shared/accounts/users.api.ts';
import { Profile } from '../../shared/profiles.ts';
import { call } from './api.ts';
import { queryClient } from './query.ts';
import {
  endSession,
  onSessionEnd,
  replaceToken,
  type SessionUser,
  startSession,
  useSession,
} from './session.store.ts';

onSessionEnd(() => queryClient.clear());

/** Signs in and stores the session; the menu type becomes the profile's number. */
export async function signIn(username: string, password: string): Promise<void> {
  const { jwt } = await call(signInEndpoint, { body: { username, password } });
  await begin(jwt, username);
}

/** Makes the first platform user with the one-time token, and signs in as it. */
export async function signUpFirstUser(fields: {
  token: string;
  username: string;
  name: string;
  password: string;
}): Promise<void> {
  const { jwt } = await call(createFirstUser, { body: fields });
  await begin(jwt, fields.username);
}

/** Replaces a forgotten password with the token of a mailed link, and signs in. */
export async function resetPassword(fields: { token: string; password: string }): Promise<void> {
  const { jwt, username } = await call(resetPasswordEndpoint, { body: fields });
  await begin(jwt, username);
}

async function begin(jwt: string, username: string): Promise<void> {
  const {
    userId,
    name,
    username: known,
    profileId,
  } = await call(getUser, { params: { username }, token: jwt });
  take(jwt, { userId, username: known, name, profileId: profileId as Profile });
}

/**
 * Opens a QR session. It is called by no name: the code is a credential, and is kept nowhere on this side, so
 * that it stands neither on a screen nor in an address.
 */
export async function signInWithCode(code: string): Promise<void> {
  const { jwt } = await call(signInWithCodeEndpoint, { body: { code } });
  startCodeSession(jwt);
}

/** Begins a QR session whose token is there already: the desk let this phone in. */
export function startCodeSession(jwt: string): void {
  take(jwt, { userId: ME, username: '', name: '', profileId: Profile.qr });
}

/** Whoever was signed in before in this tab is signed out, and leaves nothing behind. */
function take(jwt: string, user: SessionUser): void {
  if (useSession.getState().token !== null) signOut();
  startSession(jwt, user);
}

/** Of the twelve hours that a renewal gives: whoever works at a page all day is not cut off in the evening. */
const RENEW_MS = 60 * 60 * 1000;

/** Renews the session once an hour while the page is used: what nobody touches ends by itself. */
export function renewWhileUsed(): void {
  let renewedAt = performance.now();
  const used = () => {
    if (performance.now() - renewedAt < RENEW_MS) return;
    renewedAt = performance.now();
    void renewStoredSession();
  };
  for (const sign of ['pointerdown', 'keydown']) window.addEventListener(sign, used, { passive: true });
}

/**
 * On reload: the stored session goes on at once, and its token is renewed meanwhile. A refusal ends it (call
 * does that); without a network it is kept, since the token may still be good.
 */
export async function renewStoredSession(): Promise<void> {
  const { token, user } = useSession.getState();
  // A display is never renewed: the server would give the same time back.
  if (token === null || user?.profileId === Profile.display) return;
  try {
    const { jwt } = await call(renewSession);
    // Another session may have begun meanwhile, as by a code that was scanned.
    if (useSession.getState().token === token) replaceToken(jwt);
  } catch {
    // Said above.
  }
}

/** Signs out: here first and at once, then at the server, whose answer nobody waits for. */
export function signOut(): void {
  const { token } = useSession.getState();
  endSession();
  if (token !== null) void call(signOutEndpoint, { token }).catch(() => undefined);
}
