export { eventsQuery } from './events.queries.ts';
