export { eventsQuery } from './events.queries.ts';
export { EventsNow } from './now.tsx';
