import { useQuery } from '@tanstack/react-query';
import { importParticipants, type ParticipantsReport } from '../../../shared/events/events.api.ts';
import {
  type ParticipantColumnRole,
  type ParticipantsReading,
  participantColumnRoles,
  participantColumnWords,
} from '../../../shared/events/participants-reading.ts';
import { upload } from '../../lib/api.ts';
import { count, counted } from '../../lib/format.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button, Notice } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { FileImport, ImportProblems, SheetQuestions, SheetTold } from '../properties/index.ts';
import { participantsQuery, useRefreshEvents } from './events.queries.ts';
import { participantsCsv } from './participants-csv.ts';

/**
 * Card on the page of an event to import a list of participants from a spreadsheet, with a preview of the
 * problems.
 */
export function ParticipantsImport({ eventId }: { eventId: number }) {
  const list = useQuery(participantsQuery(eventId));
  const saveTemplate = () => {
    const text = participantsCsv(list.data ?? []);
    const blob = new Blob([text], { type: 'text/csv;charset=utf-8' });
    saveFile({ name: 'Plantilla de participantes.csv', blob });
  };
  return (
    <FileImport<ParticipantsReport, ParticipantsReading>
      title="Cargar lista de participantes"
      send={(sent) => upload(importParticipants, { params: { eventId }, ...sent })}
      onStored={useRefreshEvents()}
      storing="Guardando los participantes"
      label="Arrastre aquí la lista de participantes"
      description="Archivo Excel (.xlsx o .xls) o CSV con identificación y nombre; sin identificación, cada persona recibe un número. Primero verá lo que contiene; nada se guarda hasta que usted lo confirme."
      below={
        <div>
          <Button variant="quiet" onPress={saveTemplate} isDisabled={list.isPending}>
            Descargar plantilla
          </Button>
        </div>
      }
      preview={(report, file, { choices = {}, onSay }) => (
        <Preview fileName={file.name} report={report} reading={choices} onSay={onSay} />
      )}
      quantityOf={({ rows }) => rows.length}
      done={({ rows, added }) => (
        <Notice kind="success" title={`Importación exitosa: ${counted(rows.length, 'participante')}.`}>
          Nuevos en la lista: {count(added)}.
        </Notice>
      )}
    />
  );
}

type ParticipantRow = ParticipantsReport['rows'][number];

const rowColumns: Column<ParticipantRow>[] = [
  { header: 'Id', cell: (row) => row.participantId },
  { header: 'Nombre', cell: (row) => row.name },
  { header: 'Fila', cell: (row) => row.row },
];

interface PreviewProps {
  fileName: string;
  report: ParticipantsReport;
  reading: ParticipantsReading;
  onSay: (reading: ParticipantsReading) => void;
}

function Preview(props: PreviewProps) {
  const { fileName, report } = props;
  return (
    <>
      <p>
        <strong>{fileName}</strong>
        {readText(report)}. Filas encontradas: {count(report.rows.length)}, nuevas en la lista:{' '}
        {count(report.added)}.
      </p>
      <Questions {...props} />
      {report.rows.length > 0 && (
        <Table
          label="Filas del archivo"
          columns={rowColumns}
          rows={report.rows}
          rowKey={(row) => `${row.table} ${row.row}`}
          empty="No se encontraron participantes."
          pageSize={20}
        />
      )}
      <SheetTold account={report.account} />
    </>
  );
}

function readText({ sheet, tables }: ParticipantsReport): string {
  const read = tables.filter(({ isRead }) => isRead).length;
  if (sheet === null) return '';
  return read > 1 ? `, ${count(read)} hojas` : `, hoja «${sheet}»`;
}

const roleOptions = participantColumnRoles.map((id) => ({ id, label: participantColumnWords[id] }));

/** Error codes about the columns of a file; the columns are then shown open, for a check by the person. */
const COLUMN_CODES = ['headerMissing', 'idsNumbered', 'otherIds', 'columnsIgnored'];

/** Open questions and problems of an uploaded list of participants. */
function Questions({ report: { tables, columns, headerRow, problems }, reading, onSay }: PreviewProps) {
  const change = (changed: number, role: ParticipantColumnRole) =>
    onSay({
      ...reading,
      columns: columns.map((one) => {
        if (one.column === changed) return { column: changed, role };
        // Only a single column is the id.
        return { column: one.column, role: role === 'id' && one.role === 'id' ? 'ignore' : one.role };
      }),
    });
  return (
    <SheetQuestions
      tables={{
        title: (all) => `El archivo tiene ${counted(all, 'lista')} de participantes.`,
        question: '¿Son partes de la misma lista, o se lee una sola?',
        all: tables,
        problems,
      }}
      columns={{
        note: 'Lo que usted diga vale para este archivo, y se propone en los siguientes del evento con los mismos títulos.',
        columns,
        roles: roleOptions,
        headerRow,
        isOpen: reading.columns !== undefined || problems.some(({ code }) => COLUMN_CODES.includes(code)),
        onChange: change,
      }}
      onChange={(next) => onSay({ ...reading, ...next })}
    >
      <ImportProblems
        problems={problems}
        mend="Diga qué contiene el archivo, o corríjalo y cárguelo de nuevo."
      />
    </SheetQuestions>
  );
}
