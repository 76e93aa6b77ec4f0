import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Participant } from '../../../shared/events/events.api.ts';
import { eventNotFound } from '../../../shared/said-errors.ts';
import { count } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Button, Card, Page, Stack } from '../../ui/page.tsx';
import { ErrorState, QueryView } from '../../ui/query-view.tsx';
import { type Column, QueryTable } from '../../ui/table.tsx';
import { AddParticipantDialog } from './add-participant.tsx';
import { eventsQuery, participantsQuery } from './events.queries.ts';
import { EventForm } from './form.tsx';
import { ParticipantsImport } from './participants-import.tsx';
import { eventDay } from './words.ts';

const columns: Column<Participant>[] = [
  { header: 'Id', cell: (one) => one.participantId },
  { header: 'Nombre', cell: (one) => one.name },
  { header: 'Asistió', cell: (one) => one.checkInTime?.slice(0, 5) ?? 'No' },
];

/** Page '/Events/:eventId': name and day of an event, list of participants, and import of participants. */
export default function EventPage() {
  const eventId = Number(useParams().eventId);
  const events = useQuery(eventsQuery);
  const [open, setOpen] = useState<'form' | 'participant' | null>(null);
  const event = events.data?.find((one) => one.eventId === eventId);
  if (event === undefined) {
    return (
      <Page title="Evento">
        <QueryView query={events} page>
          {() => <ErrorState message={eventNotFound[1]} />}
        </QueryView>
      </Page>
    );
  }
  const close = () => setOpen(null);
  return (
    <Page
      title={event.name}
      intro={`${eventDay(event.heldOn)}. Asistieron ${count(event.attended)} de ${count(event.participants)} participantes.`}
      actions={
        <Button variant="secondary" onPress={() => setOpen('form')}>
          Modificar evento
        </Button>
      }
    >
      <Stack>
        <ParticipantsImport eventId={eventId} />
        <Card title="Participantes">
          <div>
            <Button variant="secondary" onPress={() => setOpen('participant')}>
              Agregar participante
            </Button>
          </div>
          <QueryTable
            query={{ ...participantsQuery(eventId), enabled: Number.isInteger(eventId) }}
            label="Participantes"
            columns={columns}
            rowKey={(one) => one.participantId}
            empty="Todavía no hay participantes. Cargue la lista o agréguelos uno por uno."
          />
        </Card>
      </Stack>
      <Dialog title="Modificar evento" isOpen={open === 'form'} onClose={close}>
        <EventForm event={event} onClose={close} onSaved={() => undefined} />
      </Dialog>
      {open === 'participant' && (
        <AddParticipantDialog eventId={eventId} participantId="" onClose={close} onAdded={() => undefined} />
      )}
    </Page>
  );
}
