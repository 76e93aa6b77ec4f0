import { mountEvents } from './events.routes.ts';

/** Feature 'events': events with participants and arrivals. */
export const eventsFeature = { mount: mountEvents };
