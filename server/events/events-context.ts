import type { Context } from '../platform/context.ts';
import type { ChangeNotifier } from '../platform/live/publisher.ts';

/** What the events use: the platform, and the word that an event changed. */
export interface EventsContext extends Context {
  eventPublisher: ChangeNotifier;
}
