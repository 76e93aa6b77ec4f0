import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Participant } from '../../../shared/events/events.api.ts';
import { eventNotFound } from '../../../shared/said-errors.ts';
import { messageOf } from '../../lib/api.ts';
import { count } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Button, Card, Page, Stack } from '../../ui/page.tsx';
import { ErrorState, Loading } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { AddParticipantDialog } from './add-participant.tsx';
import { EventForm } from './event-form.tsx';
import { eventDay } from './event-words.ts';
import { eventsQuery, participantsQuery } from './events.queries.ts';
import { ParticipantsImport } from './participants-import.tsx';

const columns: Column<Participant>[] = [
  { id: 'id', header: 'Id', cell: (one) => one.participantId },
  { id: 'name', header: 'Nombre', cell: (one) => one.name },
  { id: 'time', header: 'Asistió', cell: (one) => one.checkInTime?.slice(0, 5) ?? 'No' },
];

/** '/Events/:eventId': its name and day, its list, and where the list comes from. */
export default function EventPage() {
  const eventId = Number(useParams().eventId);
  const { data: events, error, refetch } = useQuery(eventsQuery);
  const list = useQuery({ ...participantsQuery(eventId), enabled: Number.isInteger(eventId) });
  const [open, setOpen] = useState<'form' | 'participant' | null>(null);
  const event = events?.find((one) => one.eventId === eventId);
  const fault = error ?? list.error;
  if (fault) {
    const again = () => void Promise.all([refetch(), list.refetch()]);
    return (
      <Page title="Evento">
        <ErrorState message={messageOf(fault)} onRetry={again} />
      </Page>
    );
  }
  if (events === undefined) {
    return (
      <Page title="Evento">
        <Loading page />
      </Page>
    );
  }
  if (event === undefined) {
    return (
      <Page title="Evento">
        <ErrorState message={eventNotFound[1]} />
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
          {list.data ? (
            <Table
              label="Participantes"
              columns={columns}
              rows={list.data}
              rowKey={(one) => one.participantId}
              empty="Todavía no hay participantes. Cargue la lista o agréguelos uno por uno."
            />
          ) : (
            <Loading />
          )}
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
