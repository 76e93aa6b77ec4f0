import type { FileAnswer } from '../../shared/api.ts';
import type { Participant } from '../../shared/events/events.api.ts';
import { count, date } from '../../shared/format.ts';
import { readTrailEnd, type TrailEnd } from '../platform/audit/trail.repository.ts';
import { eventChain } from '../platform/audit/trail.ts';
import { type Db, readAsOfNow } from '../platform/db/engine.ts';
import { renderPdf } from '../platform/documents/render-pdf.ts';
import { bodyWidth, reportPage } from '../platform/documents/report-page.ts';
import { reportTable } from '../platform/documents/report-table.ts';
import { factSheet, type SheetColumn, tableSheet, workbookFile } from '../platform/documents/workbook.ts';
import { Problem } from '../platform/http/problem.ts';
import { findEventFacts } from './events.repository.ts';
import { listAttended, listParticipants } from './participants.repository.ts';

export interface EventTask {
  kind: 'event';
  format: 'pdf' | 'xlsx';
  eventId: number;
}

const TITLE = 'Registro de Asistencia';

interface EventRows {
  name: string;
  heldOn: string | null;
  /** In order of arrival. */
  came: Participant[];
  /** In the order of the list. */
  stayedAway: Participant[];
  trail: TrailEnd;
}

/** Who came to an event, in order of arrival, and who did not. */
export async function makeEventReport(db: Db, { eventId, format }: EventTask): Promise<FileAnswer> {
  const rows = await readAsOfNow(db, (trx) => readRows(trx, eventId));
  if (format === 'xlsx') return workbookOf(rows);
  return { name: `${TITLE}.pdf`, mediaType: 'application/pdf', bytes: await pdfOf(rows) };
}

async function readRows(trx: Db, eventId: number): Promise<EventRows> {
  const event = await findEventFacts(trx, eventId);
  if (event === undefined) throw new Problem('eventNotFound');
  return {
    name: event.name,
    heldOn: event.heldOn,
    came: (await listAttended(trx, eventId)).reverse(),
    stayedAway: (await listParticipants(trx, eventId)).filter(({ attended }) => !attended),
    trail: await readTrailEnd(trx, eventChain(eventId)),
  };
}

const total = ({ came, stayedAway }: EventRows) => came.length + stayedAway.length;

async function pdfOf(rows: EventRows): Promise<Uint8Array<ArrayBuffer>> {
  const { name, heldOn, came, stayedAway, trail } = rows;
  const width = bodyWidth();
  const person = [
    { title: 'Id', width: 3, cell: ({ participantId }: Participant) => participantId },
    { title: 'Nombre', width: 7, cell: ({ name: said }: Participant) => said },
  ];
  return renderPdf(
    reportPage({
      title: TITLE,
      jointName: name,
      facts: [
        // Noon, so that no time zone makes another day of it.
        {
          label: 'Fecha del evento',
          value: heldOn === null ? 'Sin fecha' : date(`${heldOn}T12:00:00-05:00`),
        },
        { label: 'Asistieron', value: `${count(came.length)} de ${count(total(rows))}` },
        { label: 'No asistieron', value: count(stayedAway.length) },
      ],
      madeAt: Date.now(),
      trail,
      content: [
        reportTable({
          title: `Asistentes (${count(came.length)})`,
          width,
          columns: [...person, { title: 'Hora', width: 2, cell: ({ checkInTime }) => checkInTime ?? '' }],
          rows: came,
          empty: 'Todavía no hay asistentes registrados.',
        }),
        reportTable({
          title: `No asistieron (${count(stayedAway.length)})`,
          width,
          columns: person,
          rows: stayedAway,
          empty:
            came.length > 0 ? 'Asistieron todos los participantes.' : 'El evento no tiene participantes.',
        }),
      ],
    }),
  );
}

function workbookOf(rows: EventRows): Promise<FileAnswer> {
  const { name, heldOn, came, stayedAway, trail } = rows;
  const person: SheetColumn<Participant>[] = [
    { title: 'Id', kind: 'text', value: ({ participantId }) => participantId },
    { title: 'Nombre', kind: 'text', value: ({ name: said }) => said },
  ];
  const hour: SheetColumn<Participant> = {
    title: 'Hora',
    kind: 'instant',
    value: ({ checkedInAt }) => (checkedInAt === null ? null : Date.parse(checkedInAt)),
  };
  return workbookFile(TITLE, { title: TITLE, subject: name }, [
    factSheet('Resumen', [
      { label: 'Evento', kind: 'text', value: name },
      { label: 'Fecha del evento', kind: 'text', value: heldOn ?? 'Sin fecha' },
      { label: 'Participantes', kind: 'count', value: total(rows) },
      { label: 'Asistieron', kind: 'count', value: came.length },
      { label: 'No asistieron', kind: 'count', value: stayedAway.length },
      {
        label: 'Registro de auditoría',
        kind: 'text',
        value: `${trail.chain}, asiento ${trail.entries}: ${trail.lastHash}`,
      },
    ]),
    tableSheet({ name: 'Asistentes', columns: [...person, hour], rows: came }),
    tableSheet({ name: 'No asistieron', columns: person, rows: stayedAway }),
  ]);
}
