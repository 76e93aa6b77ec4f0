import type { ErrorCode } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/profiles.ts';
import type { Principal } from '../http/principal.ts';
import type { CoalescedPublisher, Published } from './publisher.ts';

/** Event to send. */
export interface Message {
  event: string;
  data: object;
}

/** Target of an event: the members of a room, except the members of another room. */
export interface Whereto {
  room: string;
  except?: string;
}

/** Sockets of this process by room. */
export interface Rooms {
  /** True if any socket is in the room. */
  has: (room: string) => boolean;
  /** Sends to every socket in the room, except members of the other room. */
  send: (to: Whereto, message: Message) => void;
}

/**
 * Port: topic published by a feature over the hub. Things of a topic have ids: clients join and leave a thing, each
 * join is answered with a snapshot, and later changes are sent to the rooms of the thing.
 */
export interface Topic {
  /** Field with the id in a client's message: with `jointId`, clients join `{jointId: 7}`. */
  readonly key: string;
  /** Refusal code for missing or inaccessible things. */
  readonly notFound: ErrorCode;
  /** Profiles that may join. */
  readonly profiles: readonly Profile[];
  /** Publisher of the states and of the messages between processes. */
  readonly publisher: Pick<
    CoalescedPublisher<Published>,
    'joined' | 'onTouch' | 'paceBy' | 'changedElsewhere' | 'lookForLostWords' | 'stop'
  >;
  /** True if a thing exists and the principal has access. */
  sees: (principal: Principal, id: number) => Promise<boolean>;
  /** Additional rooms of a thing beside the common room (`roomOf`), with the condition for entering at the join. */
  innerRooms: (id: number) => { room: string; admits: (principal: Principal) => boolean }[];
  /** Rooms joined at admission, for events about the holder. */
  ownRooms: (principal: Principal) => string[];
  /** Starts sending changes to the rooms. */
  tellIn: (rooms: Rooms) => void;
}

/** Common room of all who joined a thing. */
export const roomOf = (key: string, id: number): string => `${key}:${id}`;
