import type { Participant } from './events.api.ts';

/**
 * Complete live state of an event, sent to screens at the door after each change and as the answer to `join`:
 * counts and last arrivals. `revision` only grows, so a screen drops older states.
 */
export interface EventPicture {
  eventId: number;
  /** Number of the state. Grows with each change. */
  revision: number;
  /** Time of the state, ISO 8601. */
  at: string;
  /** Number of participants on the list. */
  total: number;
  /** Number of arrivals. */
  attended: number;
  /** Last arrivals, newest first. A screen with a gap in the arrivals loads the whole list. */
  newest: Participant[];
}

/**
 * Messages sent by the server to screens at the door of an event: name of the message, and content.
 * `participants` carries the new state after each change.
 */
export interface EventLiveEvents {
  participants: EventPicture;
}

/**
 * Server's answer to a screen at the door with a request to join an event: the current state, or the code of
 * an error.
 */
export type EventJoinReply = { ok: true; snapshot: EventPicture } | { ok: false; code: string };

/**
 * Type of the live connection from server to a screen at the door: a function for each message of
 * `EventLiveEvents`.
 */
export type ServerToDesk = { [E in keyof EventLiveEvents]: (event: EventLiveEvents[E]) => void };
/**
 * Type of the live connection from a screen at the door to the server: messages to join or leave an event.
 */
export interface DeskToServer {
  /** Subscribes the screen to the live events. The server calls `reply` once. */
  join: (room: { eventId: number }, reply: (answer: EventJoinReply) => void) => void;
  /** Ends the subscription. */
  leave: (room: { eventId: number }) => void;
}
