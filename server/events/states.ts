import type { EventPicture } from '../../shared/events/live.ts';
import { type Db, readAsOfNow } from '../platform/db/engine.ts';
import { Problem } from '../platform/http/problem.ts';
import type { StateSource } from '../platform/live/publisher.ts';
import { findEventFacts, newestEventRevisions } from './events.repository.ts';
import { listAttended } from './participants.repository.ts';

/** Maximum arrivals sent in a state: more than two crowded desks register in the second between two states. */
const NEWEST = 50;

/**
 * State of an event as sent to open screens at the door: counts and latest arrivals. Each state is complete,
 * with a revision number.
 */
export interface EventState {
  revision: number;
  snapshot: EventPicture;
}

/**
 * Creates the reader of an event's current state. The publisher calls the reader after each change and sends
 * the state to the open screens.
 */
export const eventStates = (db: Db): StateSource<EventState> => ({
  readState: (eventId) =>
    readAsOfNow(db, async (trx) => {
      const event = await findEventFacts(trx, eventId);
      if (event === undefined) throw new Problem('eventNotFound');
      const { revision, attended, participants: total } = event;
      const newest = await listAttended(trx, eventId, NEWEST);
      return {
        revision,
        snapshot: { eventId, revision, at: new Date().toISOString(), total, attended, newest },
      };
    }),
  newestRevisions: (eventIds) => newestEventRevisions(db, eventIds),
});
