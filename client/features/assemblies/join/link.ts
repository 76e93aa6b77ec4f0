import { create } from 'zustand';
import { onSessionEnd } from '../../../lib/session.store.ts';
import type { Meeting } from '../live/zoom-link.tsx';

/** Code on a badge or card: `/VoteQR/:username`. */
export interface CodeLink {
  kind: 'code';
  code: string;
}

/** Mailed or printed link: `/Register/:jointId/:user/:password/:jointName[/:zoomId/:zoomPassword]`. */
export interface AccessLink {
  kind: 'access';
  jointId: string;
  username: string;
  password: string;
  /** Name in the link, shown until the name from the server arrives. */
  jointName: string;
  meeting: Meeting | null;
}

export type EntryLink = CodeLink | AccessLink;

/** Parses the path of an entry link. `clean`: path without secrets, for the address bar. */
export function readEntryLink(pathname: string): { link: EntryLink | null; clean: string } | null {
  const [place = '', ...parts] = pathname.split('/').slice(1).map(decoded);
  if (parts.at(-1) === '') parts.pop();
  const [first, second, password, jointName = '', zoomId, zoomPassword = ''] = parts;
  if (first === undefined) return null;
  if (/^voteqr$/i.test(place)) return { link: { kind: 'code', code: first }, clean: '/VoteQR' };
  if (!/^register$/i.test(place) || second === undefined) return null;
  const clean = `/Register/${encodeURIComponent(first)}`;
  if (password === undefined) return { link: null, clean };
  const meeting = zoomId === undefined ? null : { zoomId, zoomPassword };
  return { link: { kind: 'access', jointId: first, username: second, password, jointName, meeting }, clean };
}

/** Decodes a part of the path. Returns invalid escapes unchanged. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Key in the session storage, so that a reload on a bad network finds the link. */
const KEY = 'scaf.entry';

const useLinks = create<{ link: EntryLink | null }>(() => ({ link: storedLink() }));

/** Link in the address of this page, until answered. */
export const useEntryLink = (): EntryLink | null => useLinks((state) => state.link);

/**
 * Removes the secret from the address bar before the first render and request, so that neither neighbours nor the
 * history see the secret. Only the sign-in request carries the secret.
 */
export function takeEntryLink(): string | null {
  const found = readEntryLink(window.location.pathname);
  if (!found) return null;
  window.history.replaceState(window.history.state, '', found.clean);
  setLink(found.link);
  return found.clean;
}

/** Code in the address of this page. Null without a code. */
export function linkedCode(): string | null {
  const { link } = useLinks.getState();
  return link?.kind === 'code' ? link.code : null;
}

/** Handles a typed code like a scanned QR code: '/VoteQR' signs in with the code. */
export function bringCode(code: string): void {
  setLink({ kind: 'code', code });
}

/** Drops an answered or unwanted link. */
export function dropEntryLink(): void {
  setLink(null);
}

function setLink(link: EntryLink | null): void {
  useLinks.setState({ link });
  keep(link);
}

// The end of a session clears the storage, but this link belongs to the next session.
onSessionEnd(() => keep(useLinks.getState().link));

function keep(link: EntryLink | null): void {
  try {
    if (link) sessionStorage.setItem(KEY, JSON.stringify(link));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Without browser storage a reload forgets the link.
  }
}

function storedLink(): EntryLink | null {
  try {
    const link: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    // Written only by this module.
    return typeof link === 'object' && link !== null && 'kind' in link ? (link as EntryLink) : null;
  } catch {
    return null;
  }
}
