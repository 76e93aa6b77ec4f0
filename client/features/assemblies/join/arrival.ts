import { create } from 'zustand';
import type { ArrivalState } from '../../../../shared/assemblies/arrivals.api.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';

/** Request of this phone to enter the assembly, stored until the registration desk decides. */
export interface Announced {
  /** Code of the joint in the address, from the QR code on the wall screen. */
  code: string;
  apartmentId: string;
  document: string;
  /** Random secret of this phone, to receive the session after the desk has confirmed. */
  ticket: string;
}

/** Session storage key of the request to enter, so that a reloaded tab keeps waiting. */
const ARRIVAL_KEY = 'scaf.arrival';

export const useAnnounced = create<{ announced: Announced | null }>(() => ({ announced: storedArrival() }));

export function keepAnnounced(announced: Announced): void {
  useAnnounced.setState({ announced });
  try {
    sessionStorage.setItem(ARRIVAL_KEY, JSON.stringify(announced));
  } catch {
    // Without browser storage a reload forgets the announcement.
  }
}

export function forgetAnnounced(): void {
  useAnnounced.setState({ announced: null });
  try {
    sessionStorage.removeItem(ARRIVAL_KEY);
  } catch {
    // The storage is blocked: no announcement to remove.
  }
}

function storedArrival(): Announced | null {
  try {
    // Written only by this module.
    return JSON.parse(sessionStorage.getItem(ARRIVAL_KEY) ?? 'null') as Announced | null;
  } catch {
    return null;
  }
}

onSessionEnd(forgetAnnounced);

/** Creates a random secret of 256 bits as base64url. Works without TLS too. */
export function newTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Decision of the registration desk about a phone, with the session token if confirmed. */
export interface Decided {
  state: Exclude<ArrivalState, 'waiting' | 'unsure'>;
  jwt: string | null;
}
