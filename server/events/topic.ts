import { eventHosts } from '../../shared/api.ts';
import type { Db } from '../platform/db/engine.ts';
import { type GuardSources, seesEvent } from '../platform/http/guard.ts';
import type { CoalescedPublisher } from '../platform/live/publisher.ts';
import { roomOf, type Topic } from '../platform/live/topic.ts';
import { eventExists } from './events.repository.ts';
import type { EventState } from './states.ts';

/**
 * Creates the live topic of events: a room for each event, joined by the screens at the door. The publisher
 * sends each new state to the room.
 */
export function eventTopic(db: Db, publisher: CoalescedPublisher<EventState>, guard: GuardSources): Topic {
  const key = 'eventId';
  return {
    key,
    notFound: 'eventNotFound',
    profiles: eventHosts,
    publisher,
    sees: async (principal, eventId) =>
      (await seesEvent(principal, eventId, guard)) && eventExists(db, eventId),
    innerRooms: () => [],
    ownRooms: () => [],
    tellIn: (rooms) => {
      // Reads an event only while a desk has the event open.
      publisher.readOnlyFollowed((eventId) => rooms.has(roomOf(key, eventId)));
      publisher.onState(({ snapshot }, _before, eventId) =>
        rooms.send({ room: roomOf(key, eventId) }, { event: 'participants', data: snapshot }),
      );
    },
  };
}
