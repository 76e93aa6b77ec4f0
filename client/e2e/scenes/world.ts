/** Server with the data of the scenes, and the guests (users of the scenes). */
import type { SessionUser } from '../../lib/session.store.ts';
import type { ServerProcess } from '../server-process.ts';
import type { Place } from './places.ts';

/** Session of a person in the scenes, in the form stored by the client. */
export interface Guest {
  token: string;
  user: SessionUser;
}

/**
 * Name of a person in the scenes: profile and joint. Each owner is a separate person, because some vote
 * during a scene. A wall display has no user: the link of the display brings the session.
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
  /** Id of an event with an open desk. */
  eventId = 0;
  /** Id of the last bill of the owner in 'noQuorum', the billed joint. */
  bill = 0;
  /** Reference of an online payment begun for the owner in 'noQuorum'. */
  reference = '';
  /** Receipt of a vote counted in the joint 'closed'. */
  receipt = '';
  readonly guests = new Map<GuestName, Guest>();
  /** Links to open the wall screen without a session, by joint. */
  readonly displayLinks = new Map<Place, string>();

  constructor(server: ServerProcess) {
    this.server = server;
  }

  get url(): string {
    return this.server.url;
  }

  joint(place: Place): number {
    return existing(this.joints.get(place), place);
  }

  guest(name: GuestName): Guest | null {
    return name === 'nobody' || name === 'display' ? null : existing(this.guests.get(name), name);
  }

  displayLink(place: Place): string {
    return existing(this.displayLinks.get(place), place);
  }
}

function existing<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`The world has no '${what}'.`);
  return value;
}
