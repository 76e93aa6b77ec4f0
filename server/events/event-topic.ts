import { eventHosts } from '../../shared/api.ts';
import type { EventPicture } from '../../shared/events/live.ts';
import { type GuardSources, seesEvent } from '../platform/http/guard.ts';
import type { Principal } from '../platform/http/principal.ts';
import { type Rooms, roomOf, type Topic } from '../platform/live/topic.ts';
import type { EventPublisher } from './pictures.ts';

/** Events, live: a room for the desks that have one open. */
export class EventTopic implements Topic {
  readonly key = 'eventId';
  readonly notFound = 'eventNotFound';
  readonly profiles = eventHosts;
  readonly #pictures: EventPublisher;
  readonly #guard: GuardSources;

  constructor(pictures: EventPublisher, guard: GuardSources) {
    this.#pictures = pictures;
    this.#guard = guard;
  }

  sees(principal: Principal, eventId: number): Promise<boolean> {
    return seesEvent(principal, eventId, this.#guard);
  }

  innerRooms() {
    return [];
  }

  ownRooms() {
    return [];
  }

  snapshot(eventId: number): Promise<EventPicture | undefined> {
    return this.#pictures.current(eventId);
  }

  tellIn(rooms: Rooms): void {
    this.#pictures.showOn({
      isWatched: (eventId) => rooms.has(roomOf(this.key, eventId)),
      show: (picture) =>
        rooms.send({ room: roomOf(this.key, picture.eventId) }, { event: 'participants', data: picture }),
    });
  }

  onTouch(listener: (eventIds: readonly number[]) => void): void {
    this.#pictures.onTouch((eventId) => listener([eventId]));
  }

  changed(eventIds: readonly number[]): void {
    for (const eventId of eventIds) this.#pictures.changed(eventId);
  }

  lookForLostWords(): Promise<void> {
    return this.#pictures.lookForLostWords();
  }

  stop(): void {
    this.#pictures.stop();
  }
}
