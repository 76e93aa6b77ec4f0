export { eventsQuery } from './events.queries.ts';
export { EventsNow } from './events-now.tsx';
