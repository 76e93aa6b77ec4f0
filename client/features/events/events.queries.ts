import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addParticipant,
  changeEvent,
  createEvent,
  type Event,
  listEvents,
  listParticipants,
  type NewEvent,
} from '../../../shared/events/events.api.ts';
import { call } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';
import { sendChanges } from '../../ui/send-facts.tsx';

/** Options for `useQuery`: events visible to the signed-in user, latest first. */
export const eventsQuery = queryOf(['events'], listEvents);

/** Options for `useQuery`: participants of an event, in the order of the uploaded list. */
export const participantsQuery = (eventId: number) =>
  queryOf(['events', eventId, 'participants'], listParticipants, { params: { eventId } });

/** Hook: returns a function that refetches all events and participants after a change. */
export function useRefreshEvents() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: eventsQuery.queryKey });
}

/**
 * Hook with a mutation (`useMutation`) to create an event, or to change name and day of an event.
 * @param shown event to change, as shown in the form; null to create an event
 */
export function useSaveEvent(shown: Event | null) {
  const refresh = useRefreshEvents();
  return useMutation({
    mutationFn: (body: NewEvent) =>
      shown === null
        ? call(createEvent, { body })
        : sendChanges(
            (changes) => call(changeEvent, { params: { eventId: shown.eventId }, body: changes }),
            body as Partial<NewEvent>,
            shown,
          ),
    onSuccess: refresh,
  });
}

/** Hook with a mutation (`useMutation`): adds a person to the participants of an event. */
export function useAddParticipant(eventId: number) {
  const refresh = useRefreshEvents();
  return useMutation({
    mutationFn: (body: { participantId: string; name: string }) =>
      call(addParticipant, { params: { eventId }, body }),
    onSuccess: refresh,
  });
}
