import type { Content } from 'pdfmake/interfaces.js';
import { missingFigure, quorumWords } from '../../../shared/assemblies/concept-words.ts';
import { assistanceReport } from '../../../shared/assemblies/reports.api.ts';
import { formatCoefficient, fromNumber } from '../../../shared/coefficient.ts';
import { coefficient, count } from '../../../shared/format.ts';
import { quorumChart } from '../../platform/documents/charts.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import {
  onPaper,
  type ReportLayout,
  type ReportPart,
  table,
} from '../../platform/documents/report-layout.ts';
import { factsBox } from '../../platform/documents/report-page.ts';
import { sectionTitle } from '../../platform/documents/report-table.ts';
import { prose } from '../../platform/documents/report-text.ts';
import { withRole } from '../../platform/documents/structure.ts';
import {
  coefficientFact,
  countFact,
  type Fact,
  instantFact,
  type TableColumn,
  textFact,
} from '../../platform/documents/table.ts';
import {
  assemblyGround,
  attendeeInBook,
  attendeeOnPaper,
  clockOf,
  endedInBook,
  endedOnPaper,
  placeColumns,
  unitAlone,
  unitColumns,
  weightColumn,
} from './assembly-layout.ts';
import { readAttendanceReport } from './attendance-report.ts';
import type { AttendanceReport, AttendanceRow, LeavingRow, OpeningRow, ReportUnit } from './rows.ts';

const TITLE = 'Registro de Asistencia';

type Clock = (at: number) => string;
type HistoryPoint = AttendanceReport['history'][number];

/**
 * Layout of the attendance report for PDF, Excel and screen: the same figures as on the wall, and the units behind
 * the figures.
 */
export function attendanceLayout(report: AttendanceReport): ReportLayout {
  const { present, left, absent, history, openings, reachedAt } = report;
  const clock = clockOf([...present.map(({ at }) => at), ...left.flatMap(({ at, leftAt }) => [at, leftAt])]);
  return {
    ...assemblyGround(
      report,
      [
        ...quorumFacts(report),
        instantFact('El quórum se alcanzó por primera vez', reachedAt, 'No se alcanzó'),
      ],
      [instantFact('Cierre', report.assembly.closedAt, 'Sin cerrar')],
    ),
    title: TITLE,
    clock,
    parts: [
      onPaper((width) => [summary(report, width)]),
      ...(history.length === 0 ? [] : overTime(report)),
      table<AttendanceRow>({
        name: TITLE,
        title: `Inmuebles registrados (${count(present.length)})`,
        rows: present,
        empty: 'No hay inmuebles registrados.',
        lineAfter: (row) => reachedLine(row, report, clock),
        standsOut: ({ reachesQuorum }) => reachesQuorum,
        columns: [
          ...unitColumns(80, 122),
          attendeeOnPaper(122),
          ...attendeeInBook,
          ...placeColumns,
          { ...weightColumn(56), paperOnly: true },
          ...enteredColumns(present, clock),
          weightColumn(),
          {
            title: 'Coeficiente acumulado',
            short: 'Acumulado',
            kind: 'coefficient',
            width: 62,
            value: ({ accumulated }) => accumulated,
          },
          {
            title: 'Quórum',
            kind: 'text',
            value: (row) => (row.reachesQuorum ? 'Se alcanza el quórum' : null),
          },
        ],
      }),
      table<LeavingRow>({
        name: 'Se retiraron',
        title: `Salidas (${count(left.length)})`,
        rows: left,
        empty: 'Nadie se retiró.',
        columns: [
          ...unitColumns(70, 105),
          attendeeOnPaper(100),
          ...attendeeInBook,
          ...placeColumns,
          weightColumn(56),
          ...enteredColumns(left, clock),
          {
            title: 'Hora de salida',
            short: 'Salida',
            kind: 'instant',
            width: 50,
            value: ({ leftAt }) => leftAt,
          },
          endedOnPaper(95),
          ...endedInBook,
        ],
      }),
      table<ReportUnit>({
        name: 'Ausentes',
        title: `Inmuebles ausentes (${count(absent.length)})`,
        rows: absent,
        empty: 'Todos los inmuebles del censo están registrados.',
        columns: unitAlone,
      }),
      table<HistoryPoint>({
        name: 'Quórum',
        rows: history,
        columns: [
          { title: 'Hora', kind: 'instant', value: (point) => point.at },
          { title: 'Inmuebles registrados', kind: 'count', value: (point) => point.apartments },
          {
            title: 'Coeficiente registrado',
            kind: 'coefficient',
            value: (point) => fromNumber(point.coefficient),
          },
        ],
      }),
      table<OpeningRow>({
        name: 'Preguntas',
        rows: openings,
        columns: [
          { title: 'Votación', kind: 'count', value: ({ number }) => number },
          { title: 'Pregunta', kind: 'text', value: ({ description }) => description },
          { title: 'Apertura', kind: 'count', value: ({ interval }) => interval },
          { title: 'Se abrió', kind: 'instant', value: ({ openedAt }) => openedAt },
          { title: 'Se cerró', kind: 'instant', value: ({ closedAt }) => closedAt },
          { title: 'Resultado anunciado', kind: 'text', value: ({ announced }) => announced },
          { title: 'Votos en ella', kind: 'count', value: ({ votes }) => votes },
          { title: 'Reapertura', kind: 'text', value: ({ again }) => again || null },
        ],
      }),
    ],
  };
}

/** Columns for the hour of entry. A scan delayed by the network also has the hour of arrival at the server. */
function enteredColumns<R extends AttendanceRow | LeavingRow>(
  rows: readonly R[],
  clock: Clock,
): TableColumn<R>[] {
  const arrived = ({ receivedAt }: R): string => (receivedAt === null ? '' : `recibido ${clock(receivedAt)}`);
  const entered = {
    title: 'Hora de entrada',
    short: 'Entrada',
    kind: 'instant' as const,
    width: 50,
    value: ({ at }: R) => at,
    small: arrived,
  };
  const isLate = rows.some(({ receivedAt }) => receivedAt !== null);
  return isLate
    ? [entered, { title: 'Recibido', kind: 'instant', value: ({ receivedAt }) => receivedAt }]
    : [entered];
}

/** Facts of the report with the quorum figures of the projected screen. */
function quorumFacts({ registered, total, quorum, assembly, present }: AttendanceReport): Fact[] {
  return [
    countFact('Inmuebles registrados', registered.apartments),
    coefficientFact('Coeficiente registrado', registered.coefficient),
    ...zeroFact(present),
    countFact('Inmuebles en total', total.apartments),
    coefficientFact('Coeficiente total', total.coefficient),
    ...(assembly.call === 2 ? [] : [coefficientFact('Quórum: se requiere más de', quorum.required)]),
    textFact('Hay quórum', quorum.reached ? 'Sí' : 'No'),
    ...(quorum.missing === 0
      ? []
      : [textFact('Coeficiente que falta', missingFigure({ registered, quorum }))]),
  ];
}

/**
 * Fact about units of coefficient 0: counted as registered, add zero to the quorum, do not vote. Empty without
 * units of coefficient 0.
 */
function zeroFact(present: readonly AttendanceRow[]): Fact[] {
  const named = present.flatMap(({ coefficient: weight, apartmentId }) =>
    weight === 0 ? [apartmentId] : [],
  );
  return named.length === 0 ? [] : [textFact('De ellos, de coeficiente 0', named.join(', '))];
}

function summary(report: AttendanceReport, width: number): Content {
  const { registered, total, quorum, reachedAt } = report;
  const { title, detail } = quorumWords(report);
  const need = quorum.required === 0 ? 'Dos propietarios' : `Más de ${coefficient(quorum.required)}`;
  const facts = [
    {
      label: 'Inmuebles registrados',
      value: `${count(registered.apartments)} de ${count(total.apartments)}`,
    },
    {
      label: 'Coeficiente registrado',
      value: `${coefficient(registered.coefficient)} de ${coefficient(total.coefficient)}`,
    },
    { label: 'Quórum necesario', value: need },
    {
      label: 'Quórum alcanzado',
      value: reachedAt === null ? 'No se alcanzó' : clockOf([reachedAt])(reachedAt),
    },
  ];
  return {
    stack: [sectionTitle('Resumen'), prose(`${title}. ${detail}`), factsBox(facts, width)],
    unbreakable: true,
  };
}

/** Chart of the registered coefficient over time, with the open questions. */
function overTime({ history, openings, assembly, total, quorum, reachedAt }: AttendanceReport): ReportPart[] {
  const most = history.reduce((sum, point) => Math.max(sum, point.coefficient), 0);
  const alt = `Gráfica del coeficiente registrado desde la primera llegada: llegó a ${coefficient(most)} de ${coefficient(total.coefficient)}`;
  const chart = (width: number): Content => {
    const svg = quorumChart({
      width,
      points: history,
      questions: openings,
      total: total.coefficient,
      required: quorum.required,
      reachedAt,
      closedAt: assembly.closedAt === null ? null : Date.parse(assembly.closedAt),
    });
    return {
      // The table of attendees has the figures of the chart.
      stack: [
        sectionTitle('Coeficiente registrado en el tiempo'),
        withRole({ tag: 'Figure', alt }, { svg, width }),
      ],
      unbreakable: true,
    };
  };
  return [
    onPaper((width) => [chart(width)]),
    table<OpeningRow>({
      name: 'Votaciones',
      rows: openings,
      paperOnly: true,
      columns: [
        { title: 'N.º', kind: 'text', width: 30, value: ({ number }) => `V${number}` },
        {
          title: 'Pregunta',
          kind: 'text',
          width: 240,
          value: ({ description }) => description,
          small: ({ again }) => again,
        },
        { title: 'Apertura', kind: 'instant', width: 60, value: ({ openedAt }) => openedAt },
        { title: 'Cierre', kind: 'instant', width: 60, value: ({ closedAt }) => closedAt, none: 'Abierta' },
        { title: 'Resultado anunciado', kind: 'text', width: 120, value: ({ announced }) => announced },
      ],
    }),
  ];
}

/**
 * Text beside the row with which the listed units reach the quorum; null for other rows. Units absent from the list
 * because of a departure may have reached the quorum earlier.
 */
function reachedLine(
  { reachesQuorum, at, accumulated }: AttendanceRow,
  { reachedAt }: AttendanceReport,
  clock: Clock,
): string | null {
  if (!reachesQuorum) return null;
  const line = `Se alcanzó el quórum a las ${clock(at)}, con ${formatCoefficient(accumulated)} de coeficiente`;
  if (reachedAt === null || reachedAt === at) return line;
  return `${line}, contando a quienes siguen registrados; por primera vez a las ${clock(reachedAt)}`;
}

export default defineReport(assistanceReport, {
  read: (trx, { params, query }) => readAttendanceReport(trx, { ...params, ...query }),
  formats: paperAndBook(attendanceLayout),
});
