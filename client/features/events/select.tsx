import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { today } from '../../../shared/days.ts';
import type { Event } from '../../../shared/events/events.api.ts';
import { Select } from '../../ui/fields/select.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { chooseEvent, useDesk } from './desk.store.ts';
import { eventsQuery } from './events.queries.ts';

/** Message of the specification (section 8) if there are no events. */
const NO_EVENTS = 'No hay eventos disponibles. Comunicarse con el administrador de la plataforma.';

/** Returns the single event, or the single event of today. */
function onlyOf(events: readonly Event[]): Event | undefined {
  const day = today();
  const some = events.length === 1 ? events : events.filter(({ heldOn }) => heldOn === day);
  return some.length === 1 ? some[0] : undefined;
}

/**
 * Select of an event at the top of the pages of events, with the content of the page for the chosen event. A
 * single event, or the single event of today, is chosen automatically.
 * @param children renders the content; null before a choice
 */
export function EventSelect({
  children,
  likely,
}: {
  children: (event: Event | null) => ReactNode;
  /** Returns the event to show before a choice; for read-only pages. */
  likely?: (events: readonly Event[]) => Event | undefined;
}) {
  const query = useQuery(eventsQuery);
  const { data } = query;
  const eventId = useDesk((state) => state.eventId);
  const isChosen = data?.some((event) => event.eventId === eventId) === true;
  const only = isChosen || data === undefined ? undefined : onlyOf(data)?.eventId;
  useEffect(() => {
    if (only !== undefined) chooseEvent(only);
  }, [only]);
  return (
    <QueryView query={query} empty={NO_EVENTS}>
      {(events) => {
        const chosen = events.find((event) => event.eventId === eventId) ?? likely?.(events) ?? null;
        return (
          <>
            <Select
              label="Evento"
              items={events.map((event) => ({ id: event.eventId, label: event.name }))}
              value={chosen?.eventId ?? null}
              onChange={chooseEvent}
              placeholder="Seleccione un evento"
              isRequired
            />
            {children(chosen)}
          </>
        );
      }}
    </QueryView>
  );
}
