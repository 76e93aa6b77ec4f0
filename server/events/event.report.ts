import { eventReport, type Participant } from '../../shared/events/events.api.ts';
import { count, date } from '../../shared/format.ts';
import { readTrailEnd, type TrailEnd } from '../platform/audit/trail.repository.ts';
import { eventChain } from '../platform/audit/trail.ts';
import { defineReport, paperAndBook } from '../platform/documents/define-report.ts';
import { type ReportLayout, table } from '../platform/documents/report-layout.ts';
import { countFact, type Fact, inBook, type TableColumn, textFact } from '../platform/documents/table.ts';
import { Problem } from '../platform/http/problem.ts';
import { findEventFacts } from './events.repository.ts';
import { listAttended, listParticipants } from './participants.repository.ts';

interface EventRows {
  name: string;
  heldOn: string | null;
  /** Arrived participants, in order of arrival. */
  came: Participant[];
  /** Absent participants, in list order. */
  stayedAway: Participant[];
  trail: TrailEnd;
}

const person: readonly TableColumn<Participant>[] = [
  { title: 'Id', kind: 'text', width: 3, value: ({ participantId }) => participantId },
  { title: 'Nombre', kind: 'text', width: 7, value: ({ name }) => name },
];

function eventLayout({ name, heldOn, came, stayedAway, trail }: EventRows): ReportLayout {
  const total = came.length + stayedAway.length;
  const printed = (label: string, value: string): Fact => ({ ...textFact(label, value), paperOnly: true });
  return {
    title: 'Registro de Asistencia',
    heading: { jointName: name, madeAt: Date.now(), trail },
    factsOn: { name: 'Resumen', first: true },
    facts: [
      // Noon, so that no time zone changes the day.
      printed('Fecha del evento', heldOn === null ? 'Sin fecha' : date(`${heldOn}T12:00:00-05:00`)),
      printed('Asistieron', `${count(came.length)} de ${count(total)}`),
      ...inBook([
        textFact('Evento', name),
        textFact('Fecha del evento', heldOn ?? 'Sin fecha'),
        countFact('Participantes', total),
        countFact('Asistieron', came.length),
      ]),
      countFact('No asistieron', stayedAway.length),
      ...inBook([
        textFact('Registro de auditoría', `${trail.chain}, asiento ${trail.entries}: ${trail.lastHash}`),
      ]),
    ],
    parts: [
      table<Participant>({
        name: 'Asistentes',
        title: `Asistentes (${count(came.length)})`,
        rows: came,
        empty: 'Todavía no hay asistentes registrados.',
        columns: [
          ...person,
          { title: 'Hora', kind: 'text', width: 2, paperOnly: true, value: ({ checkInTime }) => checkInTime },
          {
            title: 'Hora',
            kind: 'instant',
            value: ({ checkedInAt: at }) => (at === null ? null : Date.parse(at)),
          },
        ],
      }),
      table<Participant>({
        name: 'No asistieron',
        title: `No asistieron (${count(stayedAway.length)})`,
        rows: stayedAway,
        empty: came.length > 0 ? 'Asistieron todos los participantes.' : 'El evento no tiene participantes.',
        columns: person,
      }),
    ],
  };
}

/** Report of an event: attended participants by arrival, and absent participants. */
export default defineReport(eventReport, {
  read: async (trx, { params: { eventId } }): Promise<EventRows> => {
    const event = await findEventFacts(trx, eventId);
    if (event === undefined) throw new Problem('eventNotFound');
    return {
      name: event.name,
      heldOn: event.heldOn,
      came: (await listAttended(trx, eventId)).reverse(),
      stayedAway: (await listParticipants(trx, eventId)).filter(({ attended }) => !attended),
      trail: await readTrailEnd(trx, eventChain(eventId)),
    };
  },
  formats: paperAndBook(eventLayout),
});
