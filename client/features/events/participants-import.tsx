import { useState } from 'react';
import type { ParticipantsReport } from '../../../shared/events/events.api.ts';
import { hasCode, messageOf } from '../../lib/api.ts';
import { count } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { FileDrop } from '../../ui/fields/file-drop.tsx';
import { Button, Card, Notice, Stack } from '../../ui/page.tsx';
import { Progress } from '../../ui/progress.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { ImportProblems } from '../properties/index.ts';
import { useImportParticipants } from './events.queries.ts';

type Row = ParticipantsReport['rows'][number];

const columns: Column<Row>[] = [
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
export function ParticipantsImport({ eventId }: { eventId: number }) {
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
          columns={columns}
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
