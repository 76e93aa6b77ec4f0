import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Event } from '../../../shared/events/events.api.ts';
import { count } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Button, Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Column, RowLink, Table } from '../../ui/table.tsx';
import { eventsQuery } from './events.queries.ts';
import { EventForm } from './form.tsx';
import { eventDay } from './words.ts';

const columns: Column<Event>[] = [
  { header: 'Evento', cell: (event) => event.name },
  { header: 'Fecha', cell: (event) => eventDay(event.heldOn) },
  { header: 'Participantes', cell: (event) => count(event.participants), align: 'end' },
  { header: 'Asistentes', cell: (event) => count(event.attended), align: 'end' },
  {
    header: 'Acciones',
    cell: (event) => <RowLink act="Abrir" of={event.name} to={`/Events/${event.eventId}`} />,
  },
];

/** Page '/Events': list of all events, with a button for a new event. */
export default function EventsPage() {
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const create = <Button onPress={() => setCreating(true)}>Crear evento</Button>;
  return (
    <Page
      title="Eventos"
      intro="Cada evento tiene su lista de participantes y su registro de asistencia."
      actions={create}
    >
      <QueryView
        query={eventsQuery}
        page
        empty="Todavía no hay eventos. Cree el primero y cargue su lista de participantes."
      >
        {(data) => (
          <Table
            label="Eventos"
            columns={columns}
            rows={data}
            rowKey={(event) => event.eventId}
            empty="Todavía no hay eventos."
          />
        )}
      </QueryView>
      <Dialog title="Crear evento" isOpen={isCreating} onClose={() => setCreating(false)}>
        <EventForm
          event={null}
          onClose={() => setCreating(false)}
          onSaved={({ eventId }) => void navigate(`/Events/${eventId}`)}
        />
      </Dialog>
    </Page>
  );
}
