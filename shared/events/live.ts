import type { Participant } from './events.api.ts';

/**
 * State of an event for open desks (`emit('join', {eventId})`). Complete in itself. `revision` only grows, so a desk
 * shows newer states and drops older states.
 */
export interface EventPicture {
  eventId: number;
  revision: number;
  at: string;
  /** Participants on the list. */
  total: number;
  attended: number;
  /** Last arrivals, newest first. A desk that missed more loads the list. */
  newest: Participant[];
}

export interface EventLiveEvents {
  participants: EventPicture;
}

export type EventJoinReply = { ok: true; snapshot: EventPicture } | { ok: false; code: string };

/** Types of Socket.IO events of a desk, server to client and client to server. */
export type ServerToDesk = { [E in keyof EventLiveEvents]: (event: EventLiveEvents[E]) => void };
export interface DeskToServer {
  join: (room: { eventId: number }, reply: (answer: EventJoinReply) => void) => void;
  leave: (room: { eventId: number }) => void;
}
