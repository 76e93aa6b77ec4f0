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

/**
 * Signs in by password and stores the session. The request goes without an old session, so a refused mailed
 * link of before cannot end the new session.
 */
export async function signIn(username: string, password: string): Promise<void> {
  const { jwt } = await call(signInEndpoint, { body: { username, password }, token: '' });
  await begin(jwt, username);
}

/** Creates the first user of the platform with the one-time token of the installation, and signs in. */
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
    username: storedName,
    profileId,
  } = await call(getUser, { params: { username }, token: jwt });
  take(jwt, { userId, username: storedName, name, profileId: profileId as Profile });
}

/**
 * Signs in with a QR code. The code is a credential: not stored here and not used as a name, so no screen or
 * address shows the code.
 */
export async function signInWithCode(code: string): Promise<void> {
  const { jwt } = await call(signInWithCodeEndpoint, { body: { code } });
  startCodeSession(jwt);
}

/**
 * Starts the session of a card's code in the tab, with a token received after the registration desk
 * admitted the phone.
 * @param jwt session token made by the server
 */
export function startCodeSession(jwt: string): void {
  take(jwt, { userId: ME, username: '', name: '', profileId: Profile.qr });
}

/** Starts a session, after signing out the former user of the tab. */
function take(jwt: string, user: SessionUser): void {
  if (useSession.getState().token !== null) signOut();
  startSession(jwt, user);
}

/**
 * Interval between renewals of the session, ms. A renewed session lasts twelve hours, so a full day of work is not
 * interrupted.
 */
const RENEW_MS = 60 * 60 * 1000;

/**
 * Starts to renew the session: once an hour while the person uses the page. Runs until the page closes. An unused
 * session expires.
 */
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
 * Continues the stored session after a reload and renews the token. A refusal ends the session (in `call`). Without
 * a network the token stays, because the token may still be valid.
 */
export async function renewStoredSession(): Promise<void> {
  const { token, user } = useSession.getState();
  // A display is never renewed: the server would return the same expiry.
  if (token === null || user?.profileId === Profile.display) return;
  try {
    const { jwt } = await call(renewSession);
    // Another session may have started meanwhile, for example by a scanned code.
    if (useSession.getState().token === token) replaceToken(jwt);
  } catch {
    // A refusal is handled in `call`; without a network the old token stays.
  }
}

/** Signs out in this browser at once, then at the server without waiting for the answer. */
export function signOut(): void {
  const { token } = useSession.getState();
  endSession();
  if (token !== null) void call(signOutEndpoint, { token }).catch(() => undefined);
}
