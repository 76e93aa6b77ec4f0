import ExcelJS from 'exceljs';
import type { FileAnswer } from '../../shared/api.ts';
import type { Participant } from '../../shared/events/events.api.ts';
import { count, date } from '../../shared/format.ts';
import { eventChain, GENESIS } from '../audit/trail.ts';
import { type Db, readAsOfNow } from '../db/engine.ts';
import { Problem } from '../http/problem.ts';
import { renderPdf } from '../reports/render-pdf.ts';
import { bodyWidth, type ReportPage, reportPage } from '../reports/report-page.ts';
import { reportTable } from '../reports/report-table.ts';
import type { ReportTask } from '../reports/tasks.ts';
import { findEventFacts } from './events.repository.ts';
import { listAttended, listParticipants } from './participants.repository.ts';

type EventTask = Extract<ReportTask, { kind: 'event' }>;

const TITLE = 'Registro de Asistencia';

interface EventRows {
  name: string;
  heldOn: string | null;
  /** In order of arrival. */
  came: Participant[];
  /** In the order of the list. */
  stayedAway: Participant[];
  trail: NonNullable<ReportPage['trail']>;
}

/** Who came to an event, in order of arrival, and who did not. */
export async function makeEventReport(db: Db, { eventId, format }: EventTask): Promise<FileAnswer> {
  const rows = await readAsOfNow(db, (trx) => readRows(trx, eventId));
  if (format === 'xlsx') {
    return {
      name: `${TITLE}.xlsx`,
      mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes: await workbookOf(rows),
    };
  }
  return { name: `${TITLE}.pdf`, mediaType: 'application/pdf', bytes: await pdfOf(rows) };
}

async function readRows(trx: Db, eventId: number): Promise<EventRows> {
  const event = await findEventFacts(trx, eventId);
  if (event === undefined) throw new Problem('eventNotFound');
  const chain = eventChain(eventId);
  const last = await trx
    .selectFrom('audit_entry')
    .select(['seq', 'hash'])
    .where('chain', '=', chain)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    name: event.name,
    heldOn: event.heldOn,
    came: (await listAttended(trx, eventId)).reverse(),
    stayedAway: (await listParticipants(trx, eventId)).filter(({ attended }) => !attended),
    trail: { chain, entries: last?.seq ?? 0, lastHash: last?.hash ?? GENESIS },
  };
}

/** 'Asistieron 120 de 300 participantes', as two facts. */
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
          empty: 'Asistieron todos los participantes.',
        }),
      ],
    }),
  );
}

/** Excel keeps no zone: its times are those of a clock in Colombia, which has kept UTC-5 since 1993. */
const BOGOTA_MS = -5 * 60 * 60 * 1000;

async function workbookOf(rows: EventRows): Promise<Uint8Array<ArrayBuffer>> {
  const { name, heldOn, came, stayedAway, trail } = rows;
  const book = new ExcelJS.Workbook();
  book.title = `${TITLE} ${name}`;
  const summary = book.addWorksheet('Resumen');
  summary.columns = [{ width: 26 }, { width: 70 }];
  // Strings stay strings: nothing that was typed becomes a formula.
  summary.addRows([
    [TITLE, ''],
    ['Evento', name],
    ['Fecha del evento', heldOn ?? 'Sin fecha'],
    ['Participantes', total(rows)],
    ['Asistieron', came.length],
    ['No asistieron', stayedAway.length],
    ['Registro de auditoría', `${trail.chain}, asiento ${trail.entries}: ${trail.lastHash}`],
  ]);
  summary.getColumn(1).font = { bold: true };
  const sheetOf = (title: string, people: readonly Participant[], withTime: boolean) => {
    const sheet = book.addWorksheet(title, { views: [{ state: 'frozen', ySplit: 1 }] });
    sheet.columns = [
      { header: 'Id', key: 'id', width: 24 },
      { header: 'Nombre', key: 'name', width: 60 },
      ...(withTime
        ? [{ header: 'Hora', key: 'at', width: 20, style: { numFmt: 'yyyy-mm-dd hh:mm:ss' } }]
        : []),
    ];
    sheet.getRow(1).font = { bold: true };
    for (const { participantId, name: said, checkedInAt } of people) {
      const at = checkedInAt === null ? {} : { at: new Date(Date.parse(checkedInAt) + BOGOTA_MS) };
      sheet.addRow({ id: participantId, name: said, ...at });
    }
  };
  sheetOf('Asistentes', came, true);
  sheetOf('No asistieron', stayedAway, false);
  return new Uint8Array(await book.xlsx.writeBuffer());
}
