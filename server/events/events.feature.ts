import { mountEvents } from './events.routes.ts';

/**
 * Parts of the feature 'events' (participants received at a door) connected by the server at the start: the
 * endpoints.
 */
export const eventsFeature = { mount: mountEvents };
