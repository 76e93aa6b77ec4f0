import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  importParticipants,
  type Participant,
  type ParticipantsReport,
} from '../../../shared/events/events.api.ts';
import { eventNotFound } from '../../../shared/said-errors.ts';
import { upload } from '../../lib/api.ts';
import { count, counted } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Button, Card, Notice, Page, Stack } from '../../ui/page.tsx';
import { ErrorState, QueryView } from '../../ui/query-view.tsx';
import { type Column, QueryTable, Table } from '../../ui/table.tsx';
import { FileImport, ImportProblems, SheetTold } from '../properties/index.ts';
import { AddParticipantDialog } from './add-participant.tsx';
import { EventForm } from './event-form.tsx';
import { eventDay } from './event-words.ts';
import { eventsQuery, participantsQuery, useRefreshEvents } from './events.queries.ts';
import { participantsCsv } from './participants-csv.ts';

const columns: Column<Participant>[] = [
  { id: 'id', header: 'Id', cell: (one) => one.participantId },
  { id: 'name', header: 'Nombre', cell: (one) => one.name },
  { id: 'time', header: 'Asistió', cell: (one) => one.checkInTime?.slice(0, 5) ?? 'No' },
];

/** '/Events/:eventId': its name and day, its list, and where the list comes from. */
export default function EventPage() {
  const eventId = Number(useParams().eventId);
  const events = useQuery(eventsQuery);
  const list = useQuery({ ...participantsQuery(eventId), enabled: Number.isInteger(eventId) });
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
            query={list}
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

type Row = ParticipantsReport['rows'][number];

const importColumns: Column<Row>[] = [
  { id: 'id', header: 'Id', cell: (row) => row.participantId },
  { id: 'name', header: 'Nombre', cell: (row) => row.name },
  { id: 'row', header: 'Fila', cell: (row) => row.row },
];

/** Fills an event's list. */
function ParticipantsImport({ eventId }: { eventId: number }) {
  const list = useQuery(participantsQuery(eventId));
  const saveTemplate = () => {
    const text = participantsCsv(list.data ?? []);
    const blob = new Blob([text], { type: 'text/csv;charset=utf-8' });
    saveFile({ name: 'Plantilla de participantes.csv', blob });
  };
  return (
    <FileImport
      title="Cargar lista de participantes"
      send={(sent) => upload(importParticipants, { params: { eventId }, ...sent })}
      onStored={useRefreshEvents()}
      storing="Guardando los participantes"
      label="Arrastre aquí la lista de participantes"
      description="Archivo Excel (.xlsx) o CSV con identificación y nombre. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
      below={
        <div>
          <Button variant="quiet" onPress={saveTemplate} isDisabled={list.isPending}>
            Descargar plantilla
          </Button>
        </div>
      }
      preview={(report, file) => <Preview fileName={file.name} report={report} />}
      quantityOf={({ rows }) => rows.length}
      done={({ rows, added }) => (
        <Notice kind="success" title={`Importación exitosa: ${counted(rows.length, 'participante')}.`}>
          Nuevos en la lista: {count(added)}.
        </Notice>
      )}
    />
  );
}

function Preview({ fileName, report }: { fileName: string; report: ParticipantsReport }) {
  return (
    <>
      <p>
        <strong>{fileName}</strong>
        {report.sheet && `, hoja «${report.sheet}»`}. Filas encontradas: {count(report.rows.length)}, nuevas
        en la lista: {count(report.added)}.
      </p>
      <ImportProblems problems={report.problems} />
      {report.rows.length > 0 && (
        <Table
          label="Filas del archivo"
          columns={importColumns}
          rows={report.rows}
          rowKey={(row) => row.row}
          empty="No se encontraron participantes."
          pageSize={20}
        />
      )}
      <SheetTold account={report.account} />
    </>
  );
}
