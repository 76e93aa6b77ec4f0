import type { Content } from 'pdfmake/interfaces.js';
import { type Bar, barsOf, votedWords } from '../../../shared/assemblies/answer-bars.ts';
import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import {
  announcedLine,
  deletedWords,
  dividedWords,
  lateWords,
  notedWords,
  outcomeWords,
  reopenedWords,
  ruleName,
  weightWords,
} from '../../../shared/assemblies/concept-words.ts';
import { ATTENDANCE } from '../../../shared/assemblies/concepts.api.ts';
import { electionNotes, methodWords } from '../../../shared/assemblies/elections/words.ts';
import { isOfRoll, lineOf, needsRoom } from '../../../shared/assemblies/law/majority.ts';
import { matterWords } from '../../../shared/assemblies/law/matters.ts';
import type { AnswerTally, QuestionInterval } from '../../../shared/assemblies/live.ts';
import { voteReport } from '../../../shared/assemblies/reports.api.ts';
import {
  basesOfConcept,
  blankOf,
  markWords,
  requirement,
  ruleWords,
} from '../../../shared/assemblies/rule-words.ts';
import { wayWords } from '../../../shared/assemblies/words.ts';
import { fromNumber } from '../../../shared/coefficient.ts';
import { coefficient, count, percentBeside, units, votes } from '../../../shared/format.ts';
import { answersChart } from '../../platform/documents/charts.ts';
import { defineReport, paperAndBook } from '../../platform/documents/define-report.ts';
import {
  onPaper,
  type ReportLayout,
  type ReportPart,
  table,
} from '../../platform/documents/report-layout.ts';
import { factsBox, type PageFact } from '../../platform/documents/report-page.ts';
import { sectionTitle } from '../../platform/documents/report-table.ts';
import { inks, prose } from '../../platform/documents/report-text.ts';
import { withRole } from '../../platform/documents/structure.ts';
import {
  coefficientFact,
  countFact,
  type Fact,
  instantFact,
  type TableColumn,
  textFact,
} from '../../platform/documents/table.ts';
import type { MakerOf } from '../../platform/queue/report-route.ts';
import {
  assemblyGround,
  attendeeInBook,
  attendeeOnPaper,
  clockOf,
  endedInBook,
  endedOnPaper,
  mediumName,
  unitAlone,
  unitColumns,
  weightColumn,
} from './assembly-layout.ts';
import makeAttendance from './attendance.report.ts';
import { electionParts } from './election-parts.ts';
import type { AnnulledVoteRow, ReportUnit, VoteReport, VoteRow } from './rows.ts';
import { readVoteReport } from './vote-report.ts';

type Clock = (at: number) => string;

/**
 * Layout of the report of a question for PDF, Excel and screen: the result as on the wall, and each vote behind the
 * result.
 */
export function voteLayout(report: VoteReport): ReportLayout {
  const { question, result, silent, voteless, annulled, setAside } = report;
  const clock = clockOf([
    ...[question.openedAt, question.closedAt].flatMap((at) => at ?? []),
    ...(result.intervals ?? []).flatMap(({ openedAt, closedAt }) =>
      [openedAt, closedAt].flatMap((at) => (at === null ? [] : [Date.parse(at)])),
    ),
    ...(result.deleted === undefined ? [] : [Date.parse(result.deleted.at)]),
    ...report.votes.map(({ at }) => at),
    ...[...annulled, ...setAside].flatMap(({ at, annulledAt }) => [at, annulledAt]),
  ]);
  return {
    ...assemblyGround(report, [...questionFacts(report), ...resultFacts(report)]),
    title: `Votación ${question.number}`,
    name: `Votación ${question.number} ${question.description}`,
    book: { title: conceptName(question.conceptId) },
    clock,
    parts: [
      onPaper((width) => [
        questionContent(report, clock, width),
        decided(report, width),
        totalsChart(report, width),
      ]),
      totals(report),
      ...electionParts(report),
      ...intervalsPart(report),
      table<AnswerTally>({ name: 'Resultado', rows: result.answers, columns: answerColumns(report) }),
      table<VoteRow>({
        name: 'Votos',
        title: `Votos (${count(report.votes.length)})`,
        rows: report.votes,
        empty: annulled.length === 0 ? 'Nadie ha votado.' : 'Ningún voto cuenta: los que hubo se anularon.',
        columns: [
          ...unitColumns(66, 100),
          attendeeOnPaper(92),
          ...attendeeInBook,
          answerColumn,
          weightColumn(56),
          { title: 'Hora', kind: 'instant', width: 48, value: ({ at }) => at },
          { title: 'Comprobante', kind: 'text', width: 66, value: ({ receipt }) => receipt },
          { title: 'Medio', kind: 'text', value: mediumName },
        ],
      }),
      table<ReportUnit>({
        name: 'Sin voto',
        title: `Representados que no votaron (${count(silent.length)})`,
        rows: silent,
        empty:
          question.openedAt === null
            ? 'La votación no se ha abierto.'
            : 'Votaron todos los inmuebles representados que podían hacerlo.',
        columns:
          result.active === 1
            ? [...unitAlone, { title: 'Respuesta', kind: 'text', width: 84, value: () => 'No votado' }]
            : unitAlone,
      }),
      ...(voteless.length === 0
        ? []
        : [
            table<ReportUnit>({
              name: 'Coeficiente 0',
              title: `Representados de coeficiente 0, que no votan (${count(voteless.length)})`,
              rows: voteless,
              columns: unitAlone,
            }),
          ]),
      endedVotes({
        name: 'Anulados',
        title: `Votos anulados (${count(annulled.length)})`,
        rows: annulled,
        empty: 'No se anuló ningún voto.',
        ended: { title: 'Se anuló', short: 'Anulado' },
      }),
      ...(setAside.length === 0
        ? []
        : [
            endedVotes({
              name: 'Apartados',
              title: `Votos de cierres anteriores, apartados al reabrir (${count(setAside.length)})`,
              rows: setAside,
              empty: '',
              ended: { title: 'Se apartó', short: 'Apartado' },
            }),
          ]),
    ],
  };
}

/** Table of votes that no longer count, each with instant and actor of the end. */
const endedVotes = ({
  ended,
  ...of
}: {
  name: string;
  title: string;
  rows: readonly AnnulledVoteRow[];
  empty: string;
  ended: { title: string; short: string };
}): ReportPart =>
  table<AnnulledVoteRow>({
    ...of,
    columns: [
      ...unitColumns(66, 100),
      ...attendeeInBook,
      answerColumn,
      weightColumn(56),
      { title: 'Hora', short: 'Votó', kind: 'instant', width: 48, value: ({ at }) => at },
      { title: 'Comprobante', kind: 'text', value: ({ receipt }) => receipt },
      { title: 'Medio', kind: 'text', value: mediumName },
      { ...ended, kind: 'instant', width: 50, value: (row) => row.annulledAt },
      endedOnPaper(90),
      ...endedInBook,
      { title: 'Comprobante', kind: 'text', width: 66, paperOnly: true, value: ({ receipt }) => receipt },
    ],
  });

/**
 * Table of the openings and closings of a reopened question, with the announced results. Empty if the question was
 * not opened again.
 */
function intervalsPart({ result }: VoteReport): ReportPart[] {
  const { intervals } = result;
  if (intervals === undefined) return [];
  const at = (instant: string | null) => (instant === null ? null : Date.parse(instant));
  return [
    table<QuestionInterval>({
      name: 'Aperturas y cierres',
      title: `Aperturas y cierres (${count(intervals.length)})`,
      rows: intervals,
      columns: [
        { title: 'Se abrió', kind: 'instant', width: 52, value: ({ openedAt }) => at(openedAt) },
        {
          title: 'Se cerró',
          kind: 'instant',
          width: 52,
          value: ({ closedAt }) => at(closedAt),
          none: 'Abierta',
        },
        {
          title: 'Resultado anunciado',
          kind: 'text',
          width: 130,
          value: (interval) => announcedLine(result, interval),
          small: (row) =>
            [row.voted === null ? '' : `Votado: ${weightWords(row.voted)}.`, ...notedWords(result, row)].join(
              ' ',
            ),
        },
        { title: 'Votos en ese tiempo', short: 'Votos', kind: 'count', width: 40, value: (row) => row.votes },
        {
          title: 'Reapertura',
          kind: 'text',
          width: 190,
          paperOnly: true,
          value: (row) => (row === intervals[0] ? '' : `${reopenedWords(row)} ${lateWords(row)}`),
        },
        { title: 'La reabrió', kind: 'text', value: ({ openedBy }) => openedBy },
        {
          title: 'Motivo',
          kind: 'text',
          value: (row) => (row === intervals[0] ? null : (row.reason ?? 'Sin motivo anotado')),
        },
      ],
    }),
  ];
}

const answerColumn: TableColumn<VoteRow> = {
  title: 'Respuesta',
  kind: 'text',
  width: 84,
  value: (row) => row.answer,
  small: (row) => `${wayWords[row.way]}${row.remote ? '; desde casa' : ''}`,
};

/** Spanish column titles for votes: per unit or per owner. */
const perWhom = ({ votePer }: VoteReport['result']) =>
  votePer === 'owner'
    ? { title: 'Votos por propietario', long: 'Votos (uno por propietario)' }
    : { title: 'Votos por inmueble', long: 'Votos (uno por inmueble)' };

/** Columns of the result in the Excel workbook. Omits figures not used by the question's rule. */
function answerColumns({ result, question }: VoteReport): TableColumn<AnswerTally>[] {
  const isMixed = needsRoom(result.rule) && result.outcome?.mode === 'mixed';
  const approves = result.rule === 'election' ? null : (question.approvingAnswerId ?? 1);
  const columns: TableColumn<AnswerTally>[] = [
    { title: 'Respuesta', kind: 'text', value: (answer) => answer.answerDescription },
    { title: 'Inmuebles', kind: 'count', value: (answer) => answer.apartments },
    { title: 'Coeficiente', kind: 'coefficient', value: (answer) => fromNumber(answer.coefficient) },
  ];
  if (result.rule === 'perUnit') {
    columns.push({ title: perWhom(result).title, kind: 'count', value: (answer) => answer.dwellings });
  }
  if (isMixed) {
    const value = (answer: AnswerTally) => fromNumber(answer.inRoom);
    columns.push({ title: 'Coeficiente en el salón', kind: 'coefficient', value });
  }
  if (approves !== null) {
    const value = (answer: AnswerTally) => (answer.answerId === approves ? 'Sí' : null);
    columns.push({ title: 'Aprueba', kind: 'text', value });
  }
  return columns;
}

function questionFacts({ question, result }: VoteReport): Fact[] {
  const { agendaItem, agendaText } = question;
  return [
    countFact('Votación', question.number),
    textFact('Pregunta', question.description),
    ...(agendaItem === null ? [] : [textFact('Orden del día', `${agendaItem}. ${agendaText ?? ''}`.trim())]),
    ...(question.matter === null ? [] : [textFact('Materia', matterWords(question.matter))]),
    textFact(
      'Se decide por',
      result.rule === null ? null : ruleName({ rule: result.rule, votePer: result.votePer }),
    ),
    instantFact('Se abrió', question.openedAt, 'Sin abrir'),
    instantFact('Se cerró', question.closedAt, 'Sin cerrar'),
    ...(result.deleted === undefined
      ? []
      : [
          instantFact('Se eliminó', Date.parse(result.deleted.at), ''),
          textFact('Eliminación', deletedWords(result.deleted)),
        ]),
  ];
}

/**
 * Facts with the result of the projected screen and the bases of the result: at the closing, or now while the
 * question is open.
 */
function resultFacts({ result }: VoteReport): Fact[] {
  const { voted, outcome, rule } = result;
  const words = outcomeWords(result);
  const divided = dividedWords(result);
  const facts = [
    textFact('Resultado', words?.title ?? 'Sin cerrar'),
    ...(words === null || words.detail === '' ? [] : [textFact('Detalle', words.detail)]),
    countFact('Inmuebles que votaron', voted.apartments),
    coefficientFact('Coeficiente que votó', voted.coefficient),
    ...(divided === '' ? [] : [textFact('Nota', divided)]),
  ];
  if (outcome === null) return facts;
  const { base, share, passesHalf, election } = outcome;
  return [
    ...facts,
    ...(result.method === undefined ? [] : [textFact('Forma de elegir', methodWords[result.method].name)]),
    ...(election === undefined
      ? []
      : electionNotes({ election, answers: result.answers }).map((note) => textFact('Nota', note))),
    countFact(
      rule === 'perUnit' ? 'Base: votos representados' : 'Base: inmuebles representados',
      base.apartments,
    ),
    coefficientFact(
      isOfRoll(result) ? 'Base: coeficiente total' : 'Base: coeficiente representado',
      base.coefficient,
    ),
    ...(result.method === undefined
      ? [{ label: 'Parte de la base que alcanzó', kind: 'percent' as const, value: share }]
      : []),
    ...(passesHalf === null
      ? []
      : [textFact('Pasa de la mitad de lo representado (art. 45)', passesHalf ? 'Sí' : 'No')]),
  ];
}

function questionContent({ question, result }: VoteReport, clock: Clock, width: number): Content {
  const { description, agendaItem, agendaText, closedAt } = question;
  const times = result.intervals?.length ?? 1;
  // With several openings, the table below lists each opening.
  const last = result.intervals?.at(-1);
  const openedAt = last === undefined ? question.openedAt : Date.parse(last.openedAt);
  const again = last === undefined ? '' : ' (última vez)';
  const facts: PageFact[] = [
    { label: `Se abrió${again}`, value: openedAt === null ? 'Sin abrir' : clock(openedAt) },
    { label: `Se cerró${again}`, value: closedAt === null ? 'Sin cerrar' : clock(closedAt) },
    ...(result.deleted === undefined
      ? []
      : [
          { label: 'Se eliminó', value: clock(Date.parse(result.deleted.at)) },
          { label: 'Eliminación', value: deletedWords(result.deleted) },
        ]),
    ...(times === 1 ? [] : [{ label: 'Veces que se abrió', value: count(times) }]),
  ];
  const item = `Punto ${agendaItem} del orden del día${agendaText === null ? '' : `: ${agendaText}`}`;
  return {
    stack: [
      sectionTitle('Pregunta'),
      prose(description, { fontSize: 12, bold: true }),
      ...(agendaItem === null ? [] : [prose(item, { color: inks.soft, margin: [0, 3, 0, 0] })]),
      ...(question.matter === null
        ? []
        : [prose(`Materia: ${matterWords(question.matter)}`, { color: inks.soft, margin: [0, 3, 0, 0] })]),
      factsBox(facts, width),
    ],
  };
}

function decided(report: VoteReport, width: number): Content {
  const { result, question, registered, total, assembly } = report;
  const { rule, threshold, clause, outcome } = result;
  const lines: Content[] = [sectionTitle('Resultado')];
  const words = outcomeWords(result);
  if (words === null) lines.push(prose('La votación no se ha abierto.', { bold: true }));
  else {
    const color = words.isGood ? inks.success : inks.danger;
    lines.push(prose(words.title, { fontSize: 15, bold: true, color }));
    if (words.detail !== '') lines.push(prose(words.detail));
  }
  if (result.active === 1) lines.push(prose('Las cifras de abajo son parciales: la votación sigue abierta.'));
  if (outcome?.election !== undefined) {
    lines.push(
      ...electionNotes({ election: outcome.election, answers: result.answers }).map((note) => prose(note)),
    );
  }
  if (result.method !== undefined) {
    const { name, text, source } = methodWords[result.method];
    lines.push(
      prose(`Elección de ${result.seats} puestos. ${name}. ${text} (${source})`, { margin: [0, 4, 0, 0] }),
    );
  } else if (rule !== null && outcome !== null) {
    const deciding = result.answers.find(({ answerId }) => answerId === question.approvingAnswerId);
    const approving = rule === 'election' ? null : (deciding?.answerDescription ?? null);
    const { text, source } = ruleWords(
      { rule, threshold, votePer: result.votePer, clause },
      approving,
      outcome.mode ?? assembly.mode,
      blankOf(result),
    );
    const bases = basesOfConcept(result, { registered, total, concepts: [] });
    // Formats the required line like the reached share: exact if four decimals show no difference.
    const need = words?.line || requirementWords(requirement(result, bases));
    const divided = dividedWords(result);
    lines.push(
      prose(`${ruleName({ rule, votePer: result.votePer })}. ${text} (${source})`, { margin: [0, 4, 0, 0] }),
    );
    if (divided !== null) lines.push(prose(divided, { margin: [0, 2, 0, 0] }));
    if (need !== '') lines.push(prose(need, { margin: [0, 2, 0, 0] }));
  }
  lines.push(factsBox(figures(report), width));
  return { stack: lines };
}

const requirementWords = (need: string | null): string => (need === null ? '' : `Se necesita ${need}.`);

function figures(report: VoteReport): PageFact[] {
  const { result, silent, voteless, annulled, setAside } = report;
  const { outcome, rule, voted } = result;
  const facts: PageFact[] = [];
  if (outcome !== null && rule !== null) {
    const { base, share } = outcome;
    const isTotal = isOfRoll(result);
    facts.push(
      {
        label: isTotal ? 'Base: toda la copropiedad' : 'Base: coeficiente representado',
        value: coefficient(base.coefficient),
      },
      {
        label: rule === 'perUnit' ? 'Base: votos representados' : 'Inmuebles representados',
        value: rule === 'perUnit' ? votes(base.apartments) : units(base.apartments),
      },
      ...(result.method === undefined
        ? [{ label: 'Parte de la base alcanzada', value: percentBeside(share, lineOf(result)) }]
        : []),
    );
  }
  facts.push(
    { label: 'Coeficiente que votó', value: votedWords(result, jointFigures(report)) },
    { label: 'Inmuebles que votaron', value: units(voted.apartments) },
    { label: 'Representados sin voto', value: units(silent.length) },
    ...(voteless.length === 0
      ? []
      : [{ label: 'Representados de coeficiente 0', value: units(voteless.length) }]),
    { label: 'Votos anulados', value: votes(annulled.length) },
    ...(setAside.length === 0
      ? []
      : [{ label: 'Votos apartados al reabrir', value: votes(setAside.length) }]),
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
  words: Bar['words'];
}

const jointFigures = ({ registered, total, assembly }: VoteReport) => ({
  registered,
  total,
  assembly,
  concepts: [],
});

const barsOfReport = (report: VoteReport) => barsOf(report.result, jointFigures(report));

/** Bar chart of the answers. Cuts long texts beside the bars. */
function totalsChart(report: VoteReport, width: number): Content {
  const { rule } = report.result;
  const bars = barsOfReport(report);
  const mark = bars.find((bar) => bar.mark !== null)?.mark ?? null;
  const figuresOf = (bar: (typeof bars)[number]) =>
    `${rule === 'perUnit' ? votes(bar.dwellings) : bar.allShare === null ? bar.words.coefficient : bar.words.inRoom} · ${bar.words.share}`;
  const drawing = answersChart({
    width,
    bars: bars.map((bar) => ({
      answer: bar.answerDescription,
      share: bar.allShare ?? bar.share,
      counted: bar.allShare === null ? null : bar.share,
      figures: figuresOf(bar),
      isStrong: bar.isDeciding || bar.isTied,
    })),
    mark: mark === null ? null : { share: mark, words: markWords(report.result) },
  });
  return {
    stack: [
      sectionTitle('Resultado por respuesta'),
      withRole(
        {
          tag: 'Figure',
          alt: `Barras: ${bars.map((bar) => `${bar.answerDescription}, ${figuresOf(bar)}`).join('; ')}`,
        },
        { svg: drawing, width },
      ),
      ...(bars.some(({ allShare }) => allShare !== null)
        ? [prose('Lleno: votos dados en el salón, los que cuentan. Rayado: los demás.', { fontSize: 8 })]
        : []),
    ],
    unbreakable: true,
  };
}

function totals(report: VoteReport): ReportPart {
  const { result } = report;
  const bars = barsOfReport(report);
  const columns: TableColumn<TotalRow>[] = [
    { title: 'Respuesta', kind: 'text', width: 220, value: ({ answer }) => answer },
    { title: 'Inmuebles', kind: 'count', width: 60, value: (row) => row.apartments },
    {
      title: 'Coeficiente',
      kind: 'coefficient',
      width: 70,
      value: (row) => fromNumber(row.coefficient),
      words: ({ words }) => words.coefficient,
    },
  ];
  if (result.rule === 'perUnit') {
    const value = ({ dwellings }: TotalRow) => dwellings;
    columns.push({ title: perWhom(result).long, kind: 'count', width: 75, value });
  }
  if (bars.some(({ allShare }) => allShare !== null)) {
    const value = ({ inRoom }: TotalRow) => (inRoom === null ? null : fromNumber(inRoom));
    const words = (row: TotalRow) => row.words.inRoom;
    columns.push({ title: 'En el salón', kind: 'coefficient', width: 70, value, words });
  }
  const part = { value: ({ share }: TotalRow) => share, words: ({ words }: TotalRow) => words.share };
  columns.push({ title: 'Parte de la base', kind: 'percent', width: 75, ...part });
  return table<TotalRow>({
    name: 'Totales',
    paperOnly: true,
    columns,
    rows: [
      ...bars.map((bar) => ({ ...bar, answer: bar.answerDescription })),
      {
        answer: 'Total votado',
        ...result.voted,
        dwellings: null,
        inRoom: null,
        share: null,
        words: { coefficient: votedWords(result, jointFigures(report)), inRoom: '', share: '' },
      },
    ],
  });
}

const makeQuestion = defineReport(voteReport, {
  read: (trx, { params, query }) => readVoteReport(trx, { ...params, ...query }),
  formats: paperAndBook(voteLayout),
});

/** Makes the report of a question from the database; for question number 1 the report of attendance. */
const makeVote: MakerOf<typeof voteReport> = (db, input, progress) =>
  (input.query.conceptId === ATTENDANCE ? makeAttendance : makeQuestion)(db, input, progress);
export default makeVote;
