import type { Participant } from './events.api.ts';

/**
 * What the hub says of an event to the desks that have it open (`emit('join', {eventId})`): whole by itself, its
 * `revision` only grows, so a desk shows what is newer and drops what is older.
 */
export interface EventPicture {
  eventId: number;
  revision: number;
  at: string;
  /** On the list. */
  total: number;
  attended: number;
  /** The last arrivals, newest first; a desk that missed more asks for the list. */
  newest: Participant[];
}

export interface EventLiveEvents {
  participants: EventPicture;
}

export type EventJoinReply = { ok: true; snapshot: EventPicture } | { ok: false; code: string };

/** Socket.IO's typed events of a desk, server to client and client to server. */
export type ServerToDesk = { [E in keyof EventLiveEvents]: (event: EventLiveEvents[E]) => void };
export interface DeskToServer {
  join: (room: { eventId: number }, reply: (answer: EventJoinReply) => void) => void;
  leave: (room: { eventId: number }) => void;
}
