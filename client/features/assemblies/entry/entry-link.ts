import { create } from 'zustand';
import { onSessionEnd } from '../../../lib/session.store.ts';
import type { Meeting } from '../zoom-link.tsx';

/** A code on a badge or card: `/VoteQR/:username`. */
export interface CodeLink {
  kind: 'code';
  code: string;
}

/** A mailed or printed link: `/Register/:jointId/:user/:password/:jointName[/:zoomId/:zoomPassword]`. */
export interface AccessLink {
  kind: 'access';
  jointId: string;
  username: string;
  password: string;
  /** As the link says; the server's own takes its place. */
  jointName: string;
  meeting: Meeting | null;
}

export type EntryLink = CodeLink | AccessLink;

/** What an address brings, and what of it may stay in the address bar. */
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

/** A part of an address as it was meant; a sign that no browser wrote stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** As the session: as long as the browser's tab, so that a reload on a bad network still finds it. */
const KEY = 'scaf.entry';

const useLinks = create<{ link: EntryLink | null }>(() => ({ link: kept() }));

/** The link that this page was opened with, until it was answered. */
export const useEntryLink = (): EntryLink | null => useLinks((state) => state.link);

/**
 * Takes what is secret out of the address, before anything is drawn or asked: it must not stay where a
 * neighbour can read it or a history keeps it. No request carries it but the one that signs in.
 */
export function takeEntryLink(): string | null {
  const found = readEntryLink(window.location.pathname);
  if (!found) return null;
  window.history.replaceState(window.history.state, '', found.clean);
  setLink(found.link);
  return found.clean;
}

/** The code that this page was opened with; null where it was not opened with one. */
export function linkedCode(): string | null {
  const { link } = useLinks.getState();
  return link?.kind === 'code' ? link.code : null;
}

/** A code that was typed in the application, as if its QR had been scanned: '/VoteQR' signs in with it. */
export function bringCode(code: string): void {
  setLink({ kind: 'code', code });
}

/** It was answered, or is not wanted any more. */
export function dropEntryLink(): void {
  setLink(null);
}

function setLink(link: EntryLink | null): void {
  useLinks.setState({ link });
  keep(link);
}

// The storage is emptied for the one who leaves; this link is of the one who comes.
onSessionEnd(() => keep(useLinks.getState().link));

function keep(link: EntryLink | null): void {
  try {
    if (link) sessionStorage.setItem(KEY, JSON.stringify(link));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Where the browser refuses storage, a reload forgets it.
  }
}

function kept(): EntryLink | null {
  try {
    const link: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    // Written by this module alone.
    return typeof link === 'object' && link !== null && 'kind' in link ? (link as EntryLink) : null;
  } catch {
    return null;
  }
}
