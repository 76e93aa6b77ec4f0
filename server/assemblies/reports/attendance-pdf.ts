import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { quorumWords } from '../../../shared/assemblies/concept-words.ts';
import { formatCoefficient } from '../../../shared/coefficient.ts';
import { coefficient, count } from '../../../shared/format.ts';
import { quorumChart } from '../../platform/documents/charts.ts';
import { bodyWidth, factsBox, reportPage } from '../../platform/documents/report-page.ts';
import { type ReportColumn, reportTable, sectionTitle } from '../../platform/documents/report-table.ts';
import { prose } from '../../platform/documents/report-text.ts';
import { assemblyPage, attendeeCell, clockOf, endedWords } from './assembly-page.ts';
import type { AttendanceReport, AttendanceRow, LeavingRow, ReportUnit } from './rows.ts';

type Clock = (at: number) => string;

/** The attendance of an assembly on paper: the figures of the wall, and the rows behind them. */
export function attendancePdf(report: AttendanceReport): TDocumentDefinitions {
  const width = bodyWidth();
  const clock = clockOf([
    ...report.present.map(({ at }) => at),
    ...report.left.flatMap(({ at, leftAt }) => [at, leftAt]),
  ]);
  return reportPage({
    ...assemblyPage(report),
    title: 'Registro de Asistencia',
    content: [
      summary(report, width),
      ...overTime(report, width, clock),
      reportTable({
        title: `Inmuebles registrados (${count(report.present.length)})`,
        columns: presentColumns(clock),
        rows: report.present,
        width,
        empty: 'No hay inmuebles registrados.',
        lineAfter: (row) => reachedLine(row, report, clock),
      }),
      reportTable({
        title: `Salidas (${count(report.left.length)})`,
        columns: leavingColumns(clock),
        rows: report.left,
        width,
        empty: 'Nadie se retiró.',
      }),
      reportTable({
        title: `Inmuebles ausentes (${count(report.absent.length)})`,
        columns: absentColumns,
        rows: report.absent,
        width,
        empty: 'Todos los inmuebles del censo están registrados.',
      }),
    ],
  });
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

function overTime(report: AttendanceReport, width: number, clock: Clock): Content[] {
  const { history, questions, assembly } = report;
  if (history.length === 0) return [];
  const drawing = quorumChart({
    width,
    points: history,
    questions,
    total: report.total.coefficient,
    required: report.quorum.required,
    reachedAt: report.reachedAt,
    closedAt: assembly.closedAt === null ? null : Date.parse(assembly.closedAt),
  });
  const chart: Content = {
    stack: [sectionTitle('Coeficiente registrado en el tiempo'), { svg: drawing, width }],
    unbreakable: true,
  };
  if (questions.length === 0) return [chart];
  return [
    chart,
    reportTable({
      title: 'Votaciones',
      columns: [
        { title: 'N.º', width: 30, cell: ({ number }) => `V${number}` },
        { title: 'Pregunta', width: 360, cell: ({ description }) => description },
        { title: 'Apertura', width: 60, align: 'right', cell: ({ openedAt }) => clock(openedAt) },
        {
          title: 'Cierre',
          width: 60,
          align: 'right',
          cell: ({ closedAt }) => (closedAt === null ? 'Abierta' : clock(closedAt)),
        },
      ],
      rows: questions,
      width,
      empty: '',
    }),
  ];
}

/** The line where the listed units reach the quorum; others may have reached it before and left. */
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

const unit: ReportColumn<ReportUnit> = {
  title: 'Inmueble',
  width: 80,
  cell: ({ apartmentId }) => apartmentId,
};
const owner: ReportColumn<ReportUnit> = { title: 'Propietario', width: 122, cell: (row) => row.owner };
const weight: ReportColumn<ReportUnit> = {
  title: 'Coeficiente',
  width: 56,
  align: 'right',
  cell: (row) => formatCoefficient(row.coefficient),
};

const absentColumns: readonly ReportColumn<ReportUnit>[] = [
  { ...unit, width: 140 },
  { ...owner, width: 280 },
  { ...weight, width: 80 },
];

const presentColumns = (clock: Clock): ReportColumn<AttendanceRow>[] => [
  unit,
  owner,
  { title: 'Asistente', width: 122, cell: attendeeCell },
  weight,
  { title: 'Entrada', width: 50, align: 'right', cell: ({ at }) => clock(at) },
  {
    title: 'Acumulado',
    width: 62,
    align: 'right',
    cell: ({ accumulated }) => formatCoefficient(accumulated),
  },
];

const leavingColumns = (clock: Clock): ReportColumn<LeavingRow>[] => [
  { ...unit, width: 70 },
  { ...owner, width: 105 },
  { title: 'Asistente', width: 100, cell: attendeeCell },
  weight,
  { title: 'Entrada', width: 50, align: 'right', cell: ({ at }) => clock(at) },
  { title: 'Salida', width: 50, align: 'right', cell: ({ leftAt }) => clock(leftAt) },
  { title: 'Motivo', width: 95, cell: endedWords },
];
