import { create } from 'zustand';
import { decodedPart } from '../../../lib/hash-place.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { keepInTab, readFromTab } from '../../../lib/tab-storage.ts';
import type { Meeting } from '../live/zoom-link.tsx';

/** Sign-in by the address `/VoteQR/:username`, from the QR of a badge or card. */
export interface CodeLink {
  kind: 'code';
  /** Attendance code in the address. */
  code: string;
}

/** Sign-in by the link of an invitation: `/Register/:jointId/:user/:password/:jointName[/:zoomId/:zoomPassword]`. */
export interface AccessLink {
  kind: 'access';
  jointId: string;
  /** User name and password for the sign-in. */
  username: string;
  password: string;
  /** Name of the joint in the link, shown until the server sends the current name. */
  jointName: string;
  /** Video meeting. Null if the link has no meeting. */
  meeting: Meeting | null;
}

/** Sign-in link in the address of the page: of a card or badge, or of an invitation. */
export type EntryLink = CodeLink | AccessLink;

/**
 * Reads the path of a sign-in address (card, badge or invitation). Null for other paths. `link`: null if the
 * address is incomplete; `clean`: path without secrets, for the address bar.
 */
export function readEntryLink(pathname: string): { link: EntryLink | null; clean: string } | null {
  const [place = '', ...parts] = pathname.split('/').slice(1).map(decodedPart);
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

/** Session storage key of the link, so a reload on a bad network finds the link again. */
const ENTRY_KEY = 'scaf.entry';

const useLinks = create(() => ({ link: readFromTab<EntryLink>(ENTRY_KEY) }));

/**
 * Hook: returns the sign-in link (card, badge or invitation) from the address of this page, until the server has
 * answered. Null without a link.
 */
export const useEntryLink = (): EntryLink | null => useLinks((state) => state.link);

/**
 * Removes the secrets of a sign-in link from the address bar before the first render and request, so neither
 * neighbours nor the browser history see a secret. Only the sign-in request carries the secret.
 * @returns path without secrets; null for other addresses
 */
export function takeEntryLink(): string | null {
  const found = readEntryLink(window.location.pathname);
  if (!found) return null;
  window.history.replaceState(window.history.state, '', found.clean);
  setLink(found.link);
  return found.clean;
}

/** Returns the code of a card or badge in the address of this page ('/VoteQR/CODE'). Null without a code. */
export function linkedCode(): string | null {
  const { link } = useLinks.getState();
  return link?.kind === 'code' ? link.code : null;
}

/**
 * Signs in with a typed code of a card or badge, like a scanned QR: opens the page '/VoteQR', and the page signs in
 * with the code.
 */
export function bringCode(code: string): void {
  setLink({ kind: 'code', code });
}

/**
 * Forgets the sign-in link of the page's address, after the server's answer or if the user does not want to sign
 * in.
 */
export function dropEntryLink(): void {
  setLink(null);
}

function setLink(link: EntryLink | null): void {
  useLinks.setState({ link });
  keepInTab(ENTRY_KEY, link);
}

// The end of a session clears the storage, but this link belongs to the next session.
onSessionEnd(() => keepInTab(ENTRY_KEY, useLinks.getState().link));
