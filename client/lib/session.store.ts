import { create } from 'zustand';
import { Profile } from '../../shared/profiles.ts';
import { takeDisplayLink } from './session-display.ts';

/** Who is signed in, as screens need it. Never the password. */
export interface SessionUser {
  userId: string;
  username: string;
  name: string;
  profileId: Profile;
}

interface SessionState {
  token: string | null;
  user: SessionUser | null;
  /** Which menu is shown: the profile's number, 0 for visitors (the specification, section 4). */
  navType: Profile;
  /** Why the last session ended by itself; the sign-in page says it. */
  notice: string | null;
  /** It ended with its assembly: a code's, or a mailed link's. */
  endedWithAssembly: boolean;
  /** The person chose to leave: a guarded page then yields to '/' and not to the sign-in page. */
  leaving: boolean;
}

/** Keys of the session storage, which lives as long as the browser's tab. */
const TOKEN_KEY = 'scaf.token';
const USER_KEY = 'scaf.user';

const signedOut: SessionState = {
  token: null,
  user: null,
  navType: Profile.visitor,
  notice: null,
  endedWithAssembly: false,
  leaving: false,
};

/**
 * The session. Read it with `useSession((s) => s.user)`, or `useSession.getState()` outside of components.
 * It changes only through the functions below and those of `session.ts`.
 */
export const useSession = create<SessionState>(() => linked() ?? stored() ?? signedOut);

const resets = new Set<() => void>();

/** Registers what a feature's store does when the session ends. Every store that keeps a person's data has one. */
export function onSessionEnd(reset: () => void): void {
  resets.add(reset);
}

/** Begins, or changes, the session: state and storage. */
export function startSession(token: string, user: SessionUser): void {
  save(token, user);
  useSession.setState({ ...signedOut, token, user, navType: user.profileId });
}

/** Keeps the renewed token of the same person. */
export function replaceToken(token: string): void {
  const { user } = useSession.getState();
  if (!user) return;
  save(token, user);
  useSession.setState({ token });
}

/**
 * Ends the session on this side: this store, every registered store, both storages. Menu type 0.
 * With a notice it ended by itself, and the sign-in page says why; without one, the person left.
 */
export function endSession(notice: string | null = null, endedWithAssembly = false): void {
  useSession.setState({ ...signedOut, notice, endedWithAssembly, leaving: notice === null });
  for (const reset of resets) reset();
  // Stores that are kept have just written what they hold now.
  forget();
}

/** Takes the notice down once it was read. */
export function clearNotice(): void {
  if (useSession.getState().notice !== null) useSession.setState({ notice: null });
}

function save(token: string, user: SessionUser): void {
  try {
    sessionStorage.setItem(TOKEN_KEY, token);
    sessionStorage.setItem(USER_KEY, JSON.stringify(user));
  } catch {
    // A browser that refuses storage still works until the page is reloaded.
  }
}

function forget(): void {
  try {
    sessionStorage.clear();
    localStorage.clear();
  } catch {
    // Nothing was kept where storage is refused.
  }
}

/** A screen that was opened with a display link; kept like any session, so that a reload goes on. */
function linked(): SessionState | null {
  const link = takeDisplayLink();
  if (!link) return null;
  save(link.token, link.user);
  return { ...signedOut, ...link, navType: link.user.profileId };
}

function stored(): SessionState | null {
  try {
    const token = sessionStorage.getItem(TOKEN_KEY);
    const user: unknown = JSON.parse(sessionStorage.getItem(USER_KEY) ?? 'null');
    if (token === null || !isUser(user)) return null;
    return { ...signedOut, token, user, navType: user.profileId };
  } catch {
    return null;
  }
}

function isUser(value: unknown): value is SessionUser {
  if (typeof value !== 'object' || value === null) return false;
  const { userId, username, name, profileId } = value as Record<string, unknown>;
  return (
    typeof userId === 'string' &&
    typeof username === 'string' &&
    typeof name === 'string' &&
    Object.values(Profile).some((profile) => profile === profileId)
  );
}
