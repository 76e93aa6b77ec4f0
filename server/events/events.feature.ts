import { mountEvents } from './events.routes.ts';

/** Events and who came to them. */
export const eventsFeature = { mount: mountEvents };
