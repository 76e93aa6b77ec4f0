import type { Context } from '../platform/context.ts';
import type { EventPublisher } from './pictures.ts';

/** What the events use: the platform, and what desks see of an event. */
export interface EventsContext extends Context {
  pictures: EventPublisher;
}
