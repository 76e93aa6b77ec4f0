import { Profile } from '../../shared/profiles.ts';

/** Path of a display link: `/Quorum?jointId=7#TOKEN`. */
const DISPLAY_PATH = '/Quorum';
const TOKEN = /^#([\w-]+\.[\w-]+\.[\w-]+)$/;

/** User of a display without sign-in. The token limits the display to a joint. */
export const displayUser = {
  userId: 'display',
  username: '',
  name: 'Pantalla',
  profileId: Profile.display,
};

interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/** Returns the token of a display link. Null for another address. */
export function displayTokenOf({ pathname, hash }: Place): string | null {
  return pathname === DISPLAY_PATH ? (TOKEN.exec(hash)?.[1] ?? null) : null;
}

/**
 * Takes the token out of the address before the first drawing and call: a room must not read the token, and the
 * history must not store the token. Replaces another session of the tab.
 */
export function takeDisplayLink(): { token: string; user: typeof displayUser } | null {
  if (typeof window === 'undefined') return null;
  const token = displayTokenOf(window.location);
  if (token === null) return null;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return { token, user: displayUser };
}
