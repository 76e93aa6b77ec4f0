import * as api from '../../shared/events/events.api.ts';
import { requestKeyOf } from '../platform/http/idempotency.ts';
import type { Mount } from '../platform/http/mount.ts';
import { uploadedFile } from '../platform/http/uploaded-file.ts';
import { type EventsContext, eventsService } from './events.service.ts';

/** Adds the endpoints of events to the server: events, participants, arrivals. */
export function mountEvents(mount: Mount, context: EventsContext): void {
  const events = eventsService(context);

  mount(api.listEvents, (_input, { principal }) => events.list(principal));
  mount(api.createEvent, ({ body }, { principal }) => events.create(principal, body));
  mount(api.changeEvent, ({ params, body }, { principal }) => events.change(principal, params.eventId, body));
  mount(api.listParticipants, ({ params, query }) =>
    events.participants(params.eventId, query.attended === true),
  );
  mount(api.addParticipant, ({ params, body }, { principal }) => events.add(principal, params.eventId, body));
  mount(api.importParticipants, async ({ params, query, body }, { principal, request }) => {
    const file = await uploadedFile(request);
    return query.commit === true
      ? events.import(principal, params.eventId, file, body)
      : events.preview(principal, params.eventId, file, body);
  });
  mount(api.attend, ({ params, body }, call) => {
    const where = { ...params, ...body };
    return events.attend(call.principal, where, requestKeyOf(call, api.attend.id, where));
  });
}
