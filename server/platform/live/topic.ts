import type { ErrorCode } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Principal } from '../http/principal.ts';
import type { CoalescedPublisher, Published } from './publisher.ts';

/** An event as it is sent. */
export interface Message {
  event: string;
  data: object;
}

/** Where an event goes: to whoever is in a room, and not in another. */
export interface Whereto {
  room: string;
  except?: string;
}

/** The sockets of this process, by their rooms. */
export interface Rooms {
  /** Whether any socket is in a room. */
  has: (room: string) => boolean;
  /** Sends to every socket that is in a room, and not in the other. */
  send: (to: Whereto, message: Message) => void;
}

/**
 * Port: what a feature publishes over the hub. Its things have ids: clients join and leave them, each join is answered
 * with a snapshot, and later changes are sent to the thing's rooms.
 */
export interface Topic {
  /** The field by which clients name a thing: with `jointId`, they join `{jointId: 7}`. */
  readonly key: string;
  /** The refusal for things that do not exist or are out of reach. */
  readonly notFound: ErrorCode;
  /** Who may join at all. */
  readonly profiles: readonly Profile[];
  /** Its things' states, and the messages between processes about them. */
  readonly publisher: Pick<
    CoalescedPublisher<Published>,
    'joined' | 'onTouch' | 'paceBy' | 'changedElsewhere' | 'lookForLostWords' | 'stop'
  >;
  /** Whether a thing exists and is within a caller's reach. */
  sees: (principal: Principal, id: number) => Promise<boolean>;
  /** Rooms of a thing beside everybody's (`roomOf`), and who gets into each as they join it. */
  innerRooms: (id: number) => { room: string; admits: (principal: Principal) => boolean }[];
  /** Rooms that a socket joins at its admission: what concerns its holder. */
  ownRooms: (principal: Principal) => string[];
  /** Sends changes to rooms from now on. */
  tellIn: (rooms: Rooms) => void;
}

/** The room of everybody who has joined a thing. */
export const roomOf = (key: string, id: number): string => `${key}:${id}`;
