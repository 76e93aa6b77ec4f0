import type { Participant } from './events.api.ts';

/**
 * Complete live state of an event for screens at the door (`emit('join', {eventId})`). `revision` only grows, so a
 * screen drops older states.
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

/** Live events of an event (a meeting with participants) from server to screen: payload by event name. */
export interface EventLiveEvents {
  participants: EventPicture;
}

/** Server's answer to a screen joining an event: the current state, or an error code. */
export type EventJoinReply = { ok: true; snapshot: EventPicture } | { ok: false; code: string };

/** Live events from the server to a screen at the door of an event, with the payload of each. */
export type ServerToDesk = { [E in keyof EventLiveEvents]: (event: EventLiveEvents[E]) => void };
/** Live events from a door screen to the server: join or leave an event. */
export interface DeskToServer {
  /** Subscribes the screen to the live events. The server calls `reply` once. */
  join: (room: { eventId: number }, reply: (answer: EventJoinReply) => void) => void;
  /** Ends the subscription. */
  leave: (room: { eventId: number }) => void;
}
