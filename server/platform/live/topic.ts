import type { ErrorCode } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Principal } from '../http/principal.ts';
import type { CoalescedPublisher, Published } from './publisher.ts';

/** Event to send to live clients. */
export interface Message {
  /** Name of the event: 'vote'. */
  event: string;
  /** Content of the event, sent as JSON. */
  data: object;
}

/** Receivers of an event: the members of a room, except the members of another room. */
export interface Whereto {
  /** Name of the room (group of connections). */
  room: string;
  /** Name of a room with connections to leave out. */
  except?: string;
}

/** Access to the rooms (named groups of live connections) of the process, for sending events. */
export interface Rooms {
  /** True if at least a single connection is in the room. */
  has: (room: string) => boolean;
  /** Sends an event to every socket in the room, except members of the other room. */
  send: (to: Whereto, message: Message) => void;
}

/**
 * Kind of record to follow live, for example joints or events. A client joins a record by id, gets a
 * snapshot (whole state), and then every later change until leaving.
 */
export interface Topic {
  /** Field with the id in a client's message: with `jointId`, clients join `{jointId: 7}`. */
  readonly key: string;
  /** Error code for a missing record or a record without access. */
  readonly notFound: ErrorCode;
  /** Profiles of users with permission to join a record of the kind. */
  readonly profiles: readonly Profile[];
  /** Publisher of the states and of the messages between processes. */
  readonly publisher: Pick<
    CoalescedPublisher<Published>,
    'joined' | 'onTouch' | 'paceBy' | 'changedElsewhere' | 'lookForLostWords' | 'stop'
  >;
  /** True if the record exists and the caller has access. */
  sees: (principal: Principal, id: number) => Promise<boolean>;
  /**
   * Further rooms (groups of connections) of a record, beside the common room (`roomOf`), for example for
   * operators. `admits`: true if the caller enters the room at a join.
   */
  innerRooms: (id: number) => { room: string; admits: (principal: Principal) => boolean }[];
  /** Rooms joined at sign-in, for events about the caller. */
  ownRooms: (principal: Principal) => string[];
  /** Starts sending later changes to the rooms. Called once, at the start of the server. */
  tellIn: (rooms: Rooms) => void;
}

/**
 * Name of the common room of a record: the group of all live connections with a join of the record, for
 * example `jointId:7`.
 */
export const roomOf = (key: string, id: number): string => `${key}:${id}`;
