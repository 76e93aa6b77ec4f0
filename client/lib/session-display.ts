import { Profile } from '../../shared/profiles.ts';

/**
 * Path of a display link, the link that shows the quorum on a screen without sign-in: `/Quorum?jointId=7#TOKEN`.
 */
const DISPLAY_PATH = '/Quorum';
const TOKEN = /^#([\w-]+\.[\w-]+\.[\w-]+)$/;

/**
 * User in the session of a wall display (projected screen): the screen has no sign-in. The token limits the
 * display to a joint.
 */
export const displayUser = {
  userId: 'display',
  username: '',
  name: 'Pantalla',
  profileId: Profile.display,
};

interface PagePath {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Returns the token of a display link. Null for any other address.
 * @param path path and hash of the address: the token stands after '#'
 */
export function displayTokenOf({ pathname, hash }: PagePath): string | null {
  return pathname === DISPLAY_PATH ? (TOKEN.exec(hash)?.[1] ?? null) : null;
}

/**
 * Takes the token of a display link out of the address bar before the first drawing, so the audience and
 * the browser history do not get the token. Replaces another session of the tab. Null for other addresses.
 */
export function takeDisplayLink(): { token: string; user: typeof displayUser } | null {
  if (typeof window === 'undefined') return null;
  const token = displayTokenOf(window.location);
  if (token === null) return null;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return { token, user: displayUser };
}
