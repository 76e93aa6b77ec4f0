import { create } from 'zustand';
import { Profile } from '../../shared/profiles.ts';
import { takeDisplayLink } from './session-display.ts';

/** Data passed to the welcome page after a page was refused. */
export interface ForbiddenPage {
  /** Path of the page that the profile may not open: '/Billing'. Absent otherwise. */
  forbiddenPath?: string;
}

/** Signed-in user, without the password. */
export interface SessionUser {
  userId: string;
  /** Name typed at the sign-in. */
  username: string;
  /** Full name of the person. */
  name: string;
  /** Kind of user, for the rights and the menu. */
  profileId: Profile;
}

interface SessionState {
  token: string | null;
  user: SessionUser | null;
  /** Menu to show: number of the profile, 0 for visitors (the specification, section 4). */
  navType: Profile;
  /** Reason for the end of the last session, shown on the sign-in page. Null if the person left. */
  notice: string | null;
  /** True if the session of a QR code or mailed link ended with the assembly. */
  endedWithAssembly: boolean;
  /**
   * True if the person signed out: a page for signed-in users then redirects to '/' in place of the sign-in page.
   */
  leaving: boolean;
}

/** Keys of the browser's session storage; the storage lasts as long as the tab. */
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
 * Store of the session in the tab: token and user. Read with `useSession((s) => s.user)`, or
 * `useSession.getState()` outside of components. Only functions of `session.store.ts` and `session.ts`
 * change the state.
 */
export const useSession = create<SessionState>(() => linked() ?? stored() ?? signedOut);

const resets = new Set<() => void>();

/**
 * Registers a function to clear a store at each end of a session. Required for every store with personal
 * data.
 */
export function onSessionEnd(reset: () => void): void {
  resets.add(reset);
}

/**
 * Starts or changes the session, in the store and in the browser's session storage.
 * @param token signed token, sent with each call
 */
export function startSession(token: string, user: SessionUser): void {
  save(token, user);
  useSession.setState({ ...signedOut, token, user, navType: user.profileId });
}

/** Replaces the session token by a renewed token of the same person. */
export function replaceToken(token: string): void {
  const { user } = useSession.getState();
  if (!user) return;
  save(token, user);
  useSession.setState({ token });
}

/**
 * Ends the session in this browser: clears the session store, every registered store and both browser storages.
 * With a notice, the session ended by itself and the sign-in page shows the reason; without, the person left.
 * @param notice Spanish sentence with the reason; null if the person left
 * @param endedWithAssembly true if the session of a code or mailed link ended with the assembly
 */
export function endSession(notice: string | null = null, endedWithAssembly = false): void {
  useSession.setState({ ...signedOut, notice, endedWithAssembly, leaving: notice === null });
  for (const reset of resets) reset();
  // Runs after the resets: persisted stores have just written their reset state.
  forget();
}

/** Clears the notice about the ended session, once shown. */
export function clearNotice(): void {
  if (useSession.getState().notice !== null) useSession.setState({ notice: null });
}

function save(token: string, user: SessionUser): void {
  try {
    sessionStorage.setItem(TOKEN_KEY, token);
    sessionStorage.setItem(USER_KEY, JSON.stringify(user));
  } catch {
    // Without storage the session lasts until a reload.
  }
}

function forget(): void {
  try {
    sessionStorage.clear();
    localStorage.clear();
  } catch {
    // A browser without storage has no copy to remove.
  }
}

/**
 * Starts the session of a display link. Returns null for a page opened by another address. Stores the session, so a
 * reload continues.
 */
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
