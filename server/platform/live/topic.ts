import type { ErrorCode } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Principal } from '../http/principal.ts';

/** An event as it is sent. */
export interface Message {
  event: string;
  data: object;
}

/** The sockets of this process, by their rooms. */
export interface Rooms {
  /** Whether any socket is in a room. */
  has: (room: string) => boolean;
  /** Sends to every socket that is in a room, and not in the other. */
  send: (to: { room: string; except?: string }, message: Message) => void;
}

/**
 * Port: what a feature tells over the hub. Its things have numbers: clients join and leave them, each join is answered
 * with a snapshot, and what changes afterwards is sent to their rooms.
 */
export interface Topic {
  /** What clients name a thing by: of `jointId`, they join `{jointId: 7}`. */
  readonly key: string;
  /** The answer for things that do not exist, or that somebody may not see. */
  readonly notFound: ErrorCode;
  /** Who may join at all. */
  readonly profiles: readonly Profile[];
  /** Whether a thing is within somebody's reach. */
  sees: (principal: Principal, id: number) => Promise<boolean>;
  /** Rooms of a thing beside everybody's (`roomOf`), and who gets into each as they join it. */
  innerRooms: (id: number) => { room: string; admits: (principal: Principal) => boolean }[];
  /** Rooms that a socket is in from the beginning: what concerns its holder. */
  ownRooms: (principal: Principal) => string[];
  /** What a thing looks like now; undefined when there is none. */
  snapshot: (id: number) => Promise<object | undefined>;
  /** Sends changes to rooms from now on. */
  tellIn: (rooms: Rooms) => void;
  /** Hears of things that changed in this process. */
  onTouch: (listener: (ids: readonly number[]) => void) => void;
  /** Things changed at another process: those that are followed here are told. */
  changed: (ids: readonly number[]) => void;
  /** Looks for changes whose word was lost between this process and another. */
  lookForLostWords: () => Promise<void>;
  stop: () => void;
}

/** The room of everybody who has joined a thing. */
export const roomOf = (key: string, id: number): string => `${key}:${id}`;
