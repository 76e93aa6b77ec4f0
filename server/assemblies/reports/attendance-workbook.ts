import type { FileAnswer } from '../../../shared/api.ts';
import { toNumber } from '../../../shared/coefficient.ts';
import { factSheet, type SheetColumn, tableSheet, workbookFile } from '../../platform/documents/workbook.ts';
import { assemblyFacts, instantFact, originFacts, pageHeading, quorumFacts } from './heading-facts.ts';
import type { AttendanceReport, AttendanceRow, Attendee, LeavingRow, ReportUnit } from './rows.ts';
import { capacityName, placeName } from './words.ts';

/** The attendance report as a workbook: every table on a sheet of its own, the wall's figures on the last one. */
export function attendanceWorkbook(report: AttendanceReport): Promise<FileAnswer> {
  const title = 'Registro de Asistencia';
  return workbookFile(title, pageHeading(title, report), [
    tableSheet<AttendanceRow>({
      name: title,
      columns: presentColumns,
      rows: report.present,
      standsOut: ({ reachesQuorum }) => reachesQuorum,
    }),
    tableSheet<LeavingRow>({ name: 'Se retiraron', columns: leftColumns, rows: report.left }),
    tableSheet<ReportUnit>({
      name: 'Ausentes',
      columns: [...unitColumns, coefficientColumn],
      rows: report.absent,
    }),
    tableSheet({ name: 'Quórum', columns: historyColumns, rows: report.history }),
    tableSheet({ name: 'Preguntas', columns: questionColumns, rows: report.questions }),
    factSheet('Resumen', [
      ...assemblyFacts(report),
      ...quorumFacts(report),
      instantFact('El quórum se alcanzó por primera vez', report.reachedAt, 'No se alcanzó'),
      ...originFacts(report),
    ]),
  ]);
}

/** A unit and its owner, in every table of a report. */
export const unitColumns: SheetColumn<ReportUnit>[] = [
  { title: 'Inmueble', kind: 'text', value: (row) => row.apartmentId },
  { title: 'Propietario', kind: 'text', value: (row) => row.owner },
  { title: 'Documento del propietario', kind: 'text', value: (row) => row.ownerDocument },
];

export const coefficientColumn: SheetColumn<ReportUnit> = {
  title: 'Coeficiente',
  kind: 'coefficient',
  value: (row) => toNumber(row.coefficient),
};

/** Who answered for it. */
export const attendeeColumns: SheetColumn<{ attendee: Attendee | null }>[] = [
  { title: 'Asistente', kind: 'text', value: ({ attendee }) => attendee?.name ?? null },
  { title: 'Documento del asistente', kind: 'text', value: ({ attendee }) => attendee?.document ?? null },
  { title: 'Calidad', kind: 'text', value: ({ attendee }) => attendee && capacityName(attendee) },
];

const whereColumn: SheetColumn<{ attendee: Attendee }> = {
  title: 'Asiste',
  kind: 'text',
  value: ({ attendee }) => placeName(attendee),
};

const presentColumns: SheetColumn<AttendanceRow>[] = [
  ...unitColumns,
  ...attendeeColumns,
  whereColumn,
  { title: 'Hora de entrada', kind: 'instant', value: (row) => row.at },
  coefficientColumn,
  { title: 'Coeficiente acumulado', kind: 'coefficient', value: (row) => toNumber(row.accumulated) },
  { title: 'Quórum', kind: 'text', value: (row) => (row.reachesQuorum ? 'Se alcanza el quórum' : null) },
];

const leftColumns: SheetColumn<LeavingRow>[] = [
  ...unitColumns,
  ...attendeeColumns,
  whereColumn,
  coefficientColumn,
  { title: 'Hora de entrada', kind: 'instant', value: (row) => row.at },
  { title: 'Hora de salida', kind: 'instant', value: (row) => row.leftAt },
  { title: 'Cómo', kind: 'text', value: (row) => row.why },
  { title: 'Motivo', kind: 'text', value: (row) => row.reason },
  { title: 'Por', kind: 'text', value: (row) => row.by },
];

const historyColumns: SheetColumn<AttendanceReport['history'][number]>[] = [
  { title: 'Hora', kind: 'instant', value: (point) => point.at },
  { title: 'Inmuebles registrados', kind: 'count', value: (point) => point.apartments },
  { title: 'Coeficiente registrado', kind: 'coefficient', value: (point) => point.coefficient },
];

const questionColumns: SheetColumn<AttendanceReport['questions'][number]>[] = [
  { title: 'Votación', kind: 'count', value: (question) => question.number },
  { title: 'Pregunta', kind: 'text', value: (question) => question.description },
  { title: 'Se abrió', kind: 'instant', value: (question) => question.openedAt },
  { title: 'Se cerró', kind: 'instant', value: (question) => question.closedAt },
];
