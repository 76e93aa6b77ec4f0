import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addParticipant,
  changeEvent,
  createEvent,
  importParticipants,
  listEvents,
  listParticipants,
  type NewEvent,
} from '../../../shared/events/events.api.ts';
import { call, upload } from '../../lib/api.ts';

/** Every event, the latest first. */
export const eventsQuery = queryOptions({
  queryKey: ['events'],
  queryFn: ({ signal }) => call(listEvents, { signal }),
});

/** An event's list, in its order. */
export const participantsQuery = (eventId: number) =>
  queryOptions({
    queryKey: ['events', eventId, 'participants'],
    queryFn: ({ signal }) => call(listParticipants, { params: { eventId }, signal }),
  });

/** After any act: the events' figures and the lists are asked for again. */
function useRefresh() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: eventsQuery.queryKey });
}

export function useSaveEvent(eventId: number | null) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: NewEvent) =>
      eventId === null ? call(createEvent, { body }) : call(changeEvent, { params: { eventId }, body }),
    onSuccess: refresh,
  });
}

export function useAddParticipant(eventId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: { participantId: string; name: string }) =>
      call(addParticipant, { params: { eventId }, body }),
    onSuccess: refresh,
  });
}

export function useImportParticipants(eventId: number) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ file, commit }: { file: File; commit: boolean }) =>
      upload(importParticipants, { params: { eventId }, query: commit ? { commit } : {}, file }),
    onSuccess: (report) => (report.committed ? refresh() : undefined),
  });
}
