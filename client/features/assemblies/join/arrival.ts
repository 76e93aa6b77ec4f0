import { create } from 'zustand';
import type { ArrivalState } from '../../../../shared/assemblies/arrivals.api.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

/** Announcement of the phone, kept until the desk decides. */
export interface Announced {
  /** Code on the wall. */
  code: string;
  apartmentId: string;
  document: string;
  /** Secret of this phone to claim the session. */
  ticket: string;
}

/** Key in the session storage, so that a reloaded tab keeps waiting. */
const KEY = 'scaf.arrival';

export const useAnnounced = create<{ announced: Announced | null }>(() => ({ announced: storedArrival() }));

export function keepAnnounced(announced: Announced): void {
  useAnnounced.setState({ announced });
  try {
    sessionStorage.setItem(KEY, JSON.stringify(announced));
  } catch {
    // Without browser storage a reload forgets the announcement.
  }
}

export function forgetAnnounced(): void {
  useAnnounced.setState({ announced: null });
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // The storage is blocked: no announcement to remove.
  }
}

function storedArrival(): Announced | null {
  try {
    // Written only by this module.
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Announced | null;
  } catch {
    return null;
  }
}

onSessionEnd(forgetAnnounced);

/** 256 random bits as base64url. Works without TLS too. */
export function newTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Decision of the desk, with the session token if confirmed. */
export interface Decided {
  state: Exclude<ArrivalState, 'waiting' | 'unsure'>;
  jwt: string | null;
}
