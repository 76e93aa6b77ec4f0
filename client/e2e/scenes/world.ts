/** A server with everything the scenes need, and who comes to look at it. */
import type { SessionUser } from '../../lib/session.store.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Place } from './places.ts';

/** Somebody with a session, as the application keeps it. */
export interface Guest {
  token: string;
  user: SessionUser;
}

/**
 * Who looks: a profile and its joint, and for an owner which one, since some of them vote while they are looked
 * at. Nobody is signed in at a display either: its link brings the session.
 */
export type GuestName =
  | 'nobody'
  | 'display'
  | 'platform'
  | 'events'
  | `${'admin' | 'operator'} of ${Place | 'nothing'}`
  | `owner of ${Place | 'nothing'}`
  | `owner who ${string}`
  | `code of ${Place}`
  | 'code with a power';

export class World {
  readonly server: ServerProcess;
  readonly joints = new Map<Place, number>();
  /** The event whose desk is open. */
  eventId = 0;
  /** The last bill of the owner of the joint that is billed, 'noQuorum'. */
  bill = 0;
  /** Of a vote that a closing of 'closed' counted. */
  receipt = '';
  readonly guests = new Map<GuestName, Guest>();
  /** Addresses of walls that nobody is signed in on. */
  readonly displayLinks = new Map<Place, string>();

  constructor(server: ServerProcess) {
    this.server = server;
  }

  get url(): string {
    return this.server.url;
  }

  joint(place: Place): number {
    return known(this.joints.get(place), place);
  }

  guest(name: GuestName): Guest | null {
    return name === 'nobody' || name === 'display' ? null : known(this.guests.get(name), name);
  }

  displayLink(place: Place): string {
    return known(this.displayLinks.get(place), place);
  }
}

function known<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The world has no '${what}'.`);
  return value;
}
