import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addParticipant,
  changeEvent,
  createEvent,
  listEvents,
  listParticipants,
  type NewEvent,
} from '../../../shared/events/events.api.ts';
import { call } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** All events, latest first. */
export const eventsQuery = queryOf(['events'], listEvents);

/** Participants of an event, in list order. */
export const participantsQuery = (eventId: number) =>
  queryOf(['events', eventId, 'participants'], listParticipants, { params: { eventId } });

/** Refetches all events and lists after an act. */
export function useRefreshEvents() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: eventsQuery.queryKey });
}

export function useSaveEvent(eventId: number | null) {
  const refresh = useRefreshEvents();
  return useMutation({
    mutationFn: (body: NewEvent) =>
      eventId === null ? call(createEvent, { body }) : call(changeEvent, { params: { eventId }, body }),
    onSuccess: refresh,
  });
}

export function useAddParticipant(eventId: number) {
  const refresh = useRefreshEvents();
  return useMutation({
    mutationFn: (body: { participantId: string; name: string }) =>
      call(addParticipant, { params: { eventId }, body }),
    onSuccess: refresh,
  });
}
