import { Profile } from '../../shared/profiles.ts';

/** Where a display link leads: `/Quorum?jointId=7#TOKEN`. */
const DISPLAY_PATH = '/Quorum';
const TOKEN = /^#([\w-]+\.[\w-]+\.[\w-]+)$/;

/** What a screen that nobody is signed in on is called. Its token says which joint it may see, and no more. */
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

/** The token of a display link; null where the address is none. */
export function displayTokenOf({ pathname, hash }: Place): string | null {
  return pathname === DISPLAY_PATH ? (TOKEN.exec(hash)?.[1] ?? null) : null;
}

/**
 * Takes a display link's token out of the address, before anything is drawn or asked: it must not stay where a
 * room can read it or a history keeps it. The link wins over whoever was signed in in this tab.
 */
export function takeDisplayLink(): { token: string; user: typeof displayUser } | null {
  if (typeof window === 'undefined') return null;
  const token = displayTokenOf(window.location);
  if (token === null) return null;
  window.history.replaceState(null, '', window.location.pathname + window.location.search);
  return { token, user: displayUser };
}
