import { useQuery } from '@tanstack/react-query';
import { today } from '../../shared/days.ts';
import { Profile } from '../../shared/profiles.ts';
import { EventsNow, eventsQuery } from '../features/events/index.ts';
import { AllRead } from './all-read.tsx';
import { ConcernCards } from './concern-cards.tsx';

/** Home of an events operator: events of today, with links to the registration desk. */
export default function EventsHome() {
  const events = useQuery(eventsQuery);
  const isQuiet = events.data?.every(({ heldOn }) => heldOn !== today());
  return (
    <AllRead queries={[events]} isQuiet={isQuiet}>
      <EventsNow events={events.data ?? []} isMain />
      <ConcernCards profile={Profile.events} />
    </AllRead>
  );
}
