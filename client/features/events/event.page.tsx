import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Participant, ParticipantsReport } from '../../../shared/events/events.api.ts';
import { eventNotFound } from '../../../shared/said-errors.ts';
import { hasCode, messageOf } from '../../lib/api.ts';
import { count } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Button, Card, Notice, Page, Stack } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { ErrorState, Loading } from '../../ui/query-view.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ImportProblems } from '../properties/index.ts';
import { AddParticipantDialog } from './add-participant.tsx';
import { EventForm } from './event-form.tsx';
import { eventDay } from './event-words.ts';
import { eventsQuery, participantsQuery, useImportParticipants } from './events.queries.ts';

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

type Row = ParticipantsReport['rows'][number];

const importColumns: Column<Row>[] = [
  { id: 'id', header: 'Id', cell: (row) => row.participantId },
  { id: 'name', header: 'Nombre', cell: (row) => row.name },
  { id: 'row', header: 'Fila', cell: (row) => row.row },
];

const people = (quantity: number) =>
  `${count(quantity)} ${quantity === 1 ? 'participante' : 'participantes'}`;

/** A sheet with the header that is understood best; the mark at its beginning tells Excel its letters. */
function saveTemplate(): void {
  const blob = new Blob(['\ufeffId;Nombre\r\n'], { type: 'text/csv;charset=utf-8' });
  saveFile({ name: 'Plantilla de participantes.csv', blob });
}

/** Fills an event's list: file, preview with its problems, 'Importar' (all rows or none), result. */
function ParticipantsImport({ eventId }: { eventId: number }) {
  const reading = useImportParticipants(eventId);
  const [preview, setPreview] = useState<{ file: File; report: ParticipantsReport } | null>(null);
  const [done, setDone] = useState<ParticipantsReport | null>(null);
  const read = (file: File) => {
    setDone(null);
    reading.mutate({ file, commit: false }, { onSuccess: (report) => setPreview({ file, report }) });
  };
  const store = (file: File) => {
    reading.mutate(
      { file, commit: true },
      {
        onSuccess: (report) => {
          setPreview(null);
          setDone(report);
        },
        onError: (error) => {
          if (hasCode(error, 'importHasProblems')) {
            setPreview({ file, report: error.details as ParticipantsReport });
          }
        },
      },
    );
  };
  return (
    <Card title="Cargar lista de participantes">
      {done && (
        <Notice kind="success" title={`Importación exitosa: ${people(done.rows.length)}.`}>
          Nuevos en la lista: {count(done.added)}.
        </Notice>
      )}
      {reading.isPending && (
        <Progress
          label={reading.variables.commit ? 'Guardando los participantes' : 'Leyendo el archivo'}
          valueLabel=""
        />
      )}
      {reading.error && !reading.isPending && <Notice kind="error">{messageOf(reading.error)}</Notice>}
      {preview ? (
        <Preview
          {...preview}
          isPending={reading.isPending}
          onStore={() => store(preview.file)}
          onCancel={() => setPreview(null)}
        />
      ) : (
        <>
          <FileDrop
            label="Arrastre aquí la lista de participantes"
            description="Archivo Excel (.xlsx) o CSV con identificación y nombre. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
            accept={['.xlsx', '.csv']}
            onFile={read}
            isDisabled={reading.isPending}
          />
          <div>
            <Button variant="quiet" onPress={saveTemplate}>
              Descargar plantilla
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}

function Preview({
  file,
  report,
  isPending,
  onStore,
  onCancel,
}: {
  file: File;
  report: ParticipantsReport;
  isPending: boolean;
  onStore: () => void;
  onCancel: () => void;
}) {
  const hasErrors = report.problems.some(({ severity }) => severity === 'error');
  return (
    <Stack>
      <p>
        <strong>{file.name}</strong>
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
      <Stack row end>
        <Button variant="secondary" onPress={onCancel} isDisabled={isPending}>
          Elegir otro archivo
        </Button>
        <Button onPress={onStore} isPending={isPending} isDisabled={report.rows.length === 0 || hasErrors}>
          Importar
        </Button>
      </Stack>
    </Stack>
  );
}
