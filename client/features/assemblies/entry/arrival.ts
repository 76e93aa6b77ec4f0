import { create } from 'zustand';
import type { ArrivalState } from '../../../../shared/assemblies/arrivals.api.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

/** What this phone announced, until the desk decides. */
export interface Announced {
  /** The wall's code. */
  code: string;
  apartmentId: string;
  document: string;
  /** This phone's secret, by which it gets its session. */
  ticket: string;
}

/** As the session: as long as the browser's tab, so that a reload goes on waiting. */
const KEY = 'scaf.arrival';

export const useAnnounced = create<{ announced: Announced | null }>(() => ({ announced: kept() }));

export function keepAnnounced(announced: Announced): void {
  useAnnounced.setState({ announced });
  try {
    sessionStorage.setItem(KEY, JSON.stringify(announced));
  } catch {
    // Where the browser refuses storage, a reload forgets it.
  }
}

export function forgetAnnounced(): void {
  useAnnounced.setState({ announced: null });
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

function kept(): Announced | null {
  try {
    // Written by this module alone.
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Announced | null;
  } catch {
    return null;
  }
}

onSessionEnd(forgetAnnounced);

/** 256 random bits as base64url; also where a hall's server has no TLS. */
export function newTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** What the desk decided, with the session that it gave. */
export interface Decided {
  state: Exclude<ArrivalState, 'waiting' | 'unsure'>;
  jwt: string | null;
}
