import { create } from 'zustand';
import type { ArrivalState } from '../../../../shared/assemblies/arrivals.api.ts';
import { onSessionEnd } from '../../../lib/session.store.ts';
import { keepInTab, readFromTab } from '../../../lib/tab-storage.ts';

/** Announcement of this phone at the door: unit and document typed by the owner, stored until the desk decides. */
export interface Announced {
  /** Code of the joint in the address, from the QR code on the wall screen. */
  code: string;
  /** Id of the unit, as typed. */
  apartmentId: string;
  /** Identity document, as typed. */
  document: string;
  /** Random secret of this phone (43 characters, base64url), to receive the session after the desk has confirmed. */
  ticket: string;
}

/** Session storage key of the request to enter, so that a reloaded tab keeps waiting. */
const ARRIVAL_KEY = 'scaf.arrival';

/** Store of this phone's request to enter; null without a request. */
// Written only by this module.
/**
 * Store with this phone's announcement at the door (unit and document), while the owner waits for the desk.
 * `announced` is null without an announcement. Survives a reload.
 */
export const useAnnounced = create(() => ({ announced: readFromTab<Announced>(ARRIVAL_KEY) }));

/** Stores this phone's announcement at the door, also for a reload. Null forgets the announcement. */
export function keepAnnounced(announced: Announced | null): void {
  useAnnounced.setState({ announced });
  keepInTab(ARRIVAL_KEY, announced);
}

/** Forgets this phone's announcement at the door, once the desk has decided. */
export const forgetAnnounced = (): void => keepAnnounced(null);

onSessionEnd(forgetAnnounced);

/**
 * Creates a ticket: a random secret of 256 bits (base64url text of 43 characters). The phone needs the ticket to
 * get the session after the desk confirmed. Works without TLS too.
 */
export function newTicket(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Decision of the desk about this phone's announcement of unit and document. */
export interface Decided {
  /** Decision: confirmed, refused, replaced by another phone, or over (expired, or the assembly ended). */
  state: Exclude<ArrivalState, 'waiting' | 'unsure'>;
  /** Session token. Null unless confirmed. */
  jwt: string | null;
}
