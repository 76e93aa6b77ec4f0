import type { Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { barsOf } from '../../../shared/assemblies/answer-bars.ts';
import { outcomeWords, ruleNames, tiedWords } from '../../../shared/assemblies/concept-words.ts';
import { basesOfConcept, blankOf, requirement, ruleWords } from '../../../shared/assemblies/rule-words.ts';
import { formatCoefficient } from '../../../shared/coefficient.ts';
import { coefficient, count, percent, units, votes } from '../../../shared/format.ts';
import { answersChart } from '../../platform/documents/charts.ts';
import { bodyWidth, factsBox, type PageFact, reportPage } from '../../platform/documents/report-page.ts';
import { type ReportColumn, reportTable, sectionTitle } from '../../platform/documents/report-table.ts';
import { inks, prose } from '../../platform/documents/report-text.ts';
import { assemblyPage, attendeeCell, clockOf, endedWords } from './assembly-page.ts';
import type { AnnulledVoteRow, ReportUnit, VoteReport, VoteRow } from './rows.ts';

type Clock = (at: number) => string;

/** A question's votes on paper: how it was decided, as the wall tells it, and each vote behind that. */
export function votePdf(report: VoteReport): TDocumentDefinitions {
  const width = bodyWidth();
  const { question } = report;
  const clock = clockOf([
    ...[question.openedAt, question.closedAt].flatMap((at) => (at === null ? [] : [at])),
    ...report.votes.map(({ at }) => at),
    ...report.annulled.flatMap(({ at, annulledAt }) => [at, annulledAt]),
  ]);
  return reportPage({
    ...assemblyPage(report),
    title: `Votación ${question.number}`,
    content: [
      asked(report, clock, width),
      decided(report, width),
      totals(report, width),
      reportTable({
        title: `Votos (${count(report.votes.length)})`,
        columns: voteColumns(clock),
        rows: report.votes,
        width,
        empty: 'Nadie ha votado.',
      }),
      reportTable({
        title: `Representados que no votaron (${count(report.silent.length)})`,
        columns: silentColumns,
        rows: report.silent,
        width,
        empty:
          question.openedAt === null
            ? 'La votación no se ha abierto.'
            : 'Votaron todos los inmuebles representados que podían hacerlo.',
      }),
      ...(report.voteless.length === 0
        ? []
        : [
            reportTable({
              title: `Representados de coeficiente 0, que no votan (${count(report.voteless.length)})`,
              columns: silentColumns,
              rows: report.voteless,
              width,
              empty: '',
            }),
          ]),
      reportTable({
        title: `Votos anulados (${count(report.annulled.length)})`,
        columns: annulledColumns(clock),
        rows: report.annulled,
        width,
        empty: 'No se anuló ningún voto.',
      }),
    ],
  });
}

function asked({ question }: VoteReport, clock: Clock, width: number): Content {
  const { description, agendaItem, agendaText, openedAt, closedAt } = question;
  const facts: PageFact[] = [
    { label: 'Se abrió', value: openedAt === null ? 'Sin abrir' : clock(openedAt) },
    { label: 'Se cerró', value: closedAt === null ? 'Sin cerrar' : clock(closedAt) },
  ];
  const item = `Punto ${agendaItem} del orden del día${agendaText === null ? '' : `: ${agendaText}`}`;
  return {
    stack: [
      sectionTitle('Pregunta'),
      prose(description, { fontSize: 12, bold: true }),
      ...(agendaItem === null ? [] : [prose(item, { color: inks.soft, margin: [0, 3, 0, 0] })]),
      factsBox(facts, width),
    ],
  };
}

function decided(report: VoteReport, width: number): Content {
  const { result, question, registered, total, assembly } = report;
  const { rule, outcome } = result;
  const lines: Content[] = [sectionTitle('Resultado')];
  const words = outcomeWords(result);
  const tied = outcome?.status === 'tied' ? tiedWords(result) : '';
  if (words === null) lines.push(prose('La votación no se ha abierto.', { bold: true }));
  else {
    const color = words.isGood ? inks.success : inks.danger;
    lines.push(prose(words.title, { fontSize: 15, bold: true, color }));
    const detail = [words.detail, tied].filter((part) => part !== '').join(' ');
    if (detail !== '') lines.push(prose(detail));
  }
  if (result.active === 1) lines.push(prose('Las cifras de abajo son parciales: la votación sigue abierta.'));
  if (rule !== null && outcome !== null) {
    const deciding = result.answers.find(({ answerId }) => answerId === question.approvingAnswerId);
    const approving = rule === 'election' ? null : (deciding?.answerDescription ?? null);
    const { text, source } = ruleWords(rule, approving, outcome.mode ?? assembly.mode, blankOf(result));
    const need = requirement(rule, basesOfConcept(result, { registered, total, concepts: [] }));
    lines.push(prose(`${ruleNames[rule]}. ${text} (${source})`, { margin: [0, 4, 0, 0] }));
    if (need !== null) lines.push(prose(`Se necesitaba ${need}.`, { margin: [0, 2, 0, 0] }));
  }
  lines.push(factsBox(figures(report), width));
  return { stack: lines };
}

function figures({ result, silent, voteless, annulled }: VoteReport): PageFact[] {
  const { outcome, rule, voted } = result;
  const facts: PageFact[] = [];
  if (outcome !== null && rule !== null) {
    const { base, share } = outcome;
    const isTotal = rule === 'qualified';
    facts.push(
      {
        label: isTotal ? 'Base: toda la copropiedad' : 'Base: coeficiente representado',
        value: coefficient(base.coefficient),
      },
      {
        label: rule === 'perUnit' ? 'Base: votos representados' : 'Inmuebles representados',
        value: rule === 'perUnit' ? votes(base.apartments) : units(base.apartments),
      },
      { label: 'Parte de la base alcanzada', value: percent(share) },
    );
  }
  facts.push(
    { label: 'Coeficiente que votó', value: coefficient(voted.coefficient) },
    { label: 'Inmuebles que votaron', value: units(voted.apartments) },
    { label: 'Representados sin voto', value: units(silent.length) },
    ...(voteless.length === 0
      ? []
      : [{ label: 'Representados de coeficiente 0', value: units(voteless.length) }]),
    { label: 'Votos anulados', value: votes(annulled.length) },
  );
  return facts;
}

interface TotalRow {
  answer: string;
  apartments: number;
  coefficient: number;
  dwellings: number | null;
  inRoom: number | null;
  share: number | null;
}

/** What each answer gathered, drawn and in figures: whole texts in the table, cut ones beside the bars. */
function totals(report: VoteReport, width: number): Content {
  const { result, registered, total, assembly } = report;
  const bars = barsOf(result, { registered, total, assembly, concepts: [] });
  const isCount = result.rule === 'perUnit';
  const isInRoom = bars.some(({ inRoomShare }) => inRoomShare !== null);
  const mark = bars.find((bar) => bar.mark !== null)?.mark ?? null;
  const drawing = answersChart({
    width,
    bars: bars.map((bar) => ({
      answer: bar.answerDescription,
      share: bar.share,
      counted: bar.inRoomShare,
      figures: `${isCount ? votes(bar.dwellings) : coefficient(bar.coefficient)} · ${percent(bar.share)}`,
      isStrong: bar.isDeciding || bar.isTied,
    })),
    mark:
      mark === null
        ? null
        : { share: mark, words: result.rule === 'qualified' ? 'Al menos el 70 %' : 'Más de la mitad' },
  });
  const rows: TotalRow[] = [
    ...bars.map((bar) => ({ ...bar, answer: bar.answerDescription })),
    { answer: 'Total votado', ...result.voted, dwellings: null, inRoom: null, share: null },
  ];
  const columns: ReportColumn<TotalRow>[] = [
    { title: 'Respuesta', width: 220, cell: ({ answer }) => answer },
    { title: 'Inmuebles', width: 60, align: 'right', cell: (row) => count(row.apartments) },
    { title: 'Coeficiente', width: 70, align: 'right', cell: (row) => coefficient(row.coefficient) },
  ];
  if (isCount) {
    const cell = ({ dwellings }: TotalRow) => (dwellings === null ? '' : count(dwellings));
    columns.push({ title: 'Votos (uno por inmueble)', width: 75, align: 'right', cell });
  }
  if (isInRoom) {
    const cell = ({ inRoom }: TotalRow) => (inRoom === null ? '' : coefficient(inRoom));
    columns.push({ title: 'En el salón', width: 70, align: 'right', cell });
  }
  const share = (row: TotalRow) => (row.share === null ? '' : percent(row.share));
  columns.push({ title: 'Parte de la base', width: 75, align: 'right', cell: share });
  return {
    stack: [
      {
        stack: [
          sectionTitle('Resultado por respuesta'),
          { svg: drawing, width },
          ...(isInRoom
            ? [prose('Lleno: votos dados en el salón, los que cuentan. Rayado: los demás.', { fontSize: 8 })]
            : []),
        ],
        unbreakable: true,
      },
      reportTable({ title: 'Totales', columns, rows, width, empty: '' }),
    ],
  };
}

const unit: ReportColumn<ReportUnit> = {
  title: 'Inmueble',
  width: 66,
  cell: ({ apartmentId }) => apartmentId,
};
const owner: ReportColumn<ReportUnit> = { title: 'Propietario', width: 100, cell: (row) => row.owner };
const weight: ReportColumn<ReportUnit> = {
  title: 'Coeficiente',
  width: 56,
  align: 'right',
  cell: (row) => formatCoefficient(row.coefficient),
};
const answer: ReportColumn<VoteRow> = {
  title: 'Respuesta',
  width: 84,
  cell: (row) => ({
    text: row.answer,
    small: [row.byOperator ? 'En papel, por el operador' : '', row.remote ? 'Desde casa' : '']
      .filter((part) => part !== '')
      .join('. '),
  }),
};

const voteColumns = (clock: Clock): ReportColumn<VoteRow>[] => [
  unit,
  owner,
  { title: 'Asistente', width: 92, cell: attendeeCell },
  answer,
  weight,
  { title: 'Hora', width: 48, align: 'right', cell: ({ at }) => clock(at) },
  { title: 'Comprobante', width: 66, cell: ({ receipt }) => receipt },
];

const silentColumns: readonly ReportColumn<ReportUnit>[] = [
  { ...unit, width: 140 },
  { ...owner, width: 280 },
  { ...weight, width: 80 },
];

const annulledColumns = (clock: Clock): ReportColumn<AnnulledVoteRow>[] => [
  unit,
  owner,
  answer,
  weight,
  { title: 'Votó', width: 48, align: 'right', cell: ({ at }) => clock(at) },
  { title: 'Anulado', width: 50, align: 'right', cell: ({ annulledAt }) => clock(annulledAt) },
  { title: 'Motivo', width: 90, cell: endedWords },
  { title: 'Comprobante', width: 66, cell: ({ receipt }) => receipt },
];
