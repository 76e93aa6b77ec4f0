import type { FileAnswer } from '../../../shared/api.ts';
import { conceptName, outcomeWords, ruleNames } from '../../../shared/assemblies/concept-words.ts';
import type { AnswerTally } from '../../../shared/assemblies/live.ts';
import {
  factSheet,
  type SheetColumn,
  tableSheet,
  type WorkbookFact,
  workbookFile,
} from '../../platform/documents/workbook.ts';
import { attendeeColumns, coefficientColumn, unitColumns } from './attendance-workbook.ts';
import { assemblyFacts, instantFact, originFacts, pageHeading } from './heading-facts.ts';
import type { AnnulledVoteRow, ReportUnit, VoteReport, VoteRow } from './rows.ts';
import { mediumName } from './words.ts';

/** A question's report as a workbook: the wall's result first, then who voted what, who did not, what was annulled. */
export function voteWorkbook(report: VoteReport): Promise<FileAnswer> {
  const { question, result } = report;
  const name = `Votación ${question.number} ${question.description}`;
  return workbookFile(name, pageHeading(conceptName(question.conceptId), report), [
    tableSheet({ name: 'Resultado', columns: answerColumns(report), rows: result.answers }),
    tableSheet<VoteRow>({ name: 'Votos', columns: voteColumns, rows: report.votes }),
    tableSheet<ReportUnit>({
      name: 'Sin voto',
      columns: [...unitColumns, coefficientColumn],
      rows: report.silent,
    }),
    ...(report.voteless.length === 0
      ? []
      : [
          tableSheet<ReportUnit>({
            name: 'Coeficiente 0',
            columns: [...unitColumns, coefficientColumn],
            rows: report.voteless,
          }),
        ]),
    tableSheet<AnnulledVoteRow>({ name: 'Anulados', columns: annulledColumns, rows: report.annulled }),
    factSheet('Resumen', [
      ...assemblyFacts(report),
      ...questionFacts(report),
      ...resultFacts(report),
      ...originFacts(report),
    ]),
  ]);
}

/** What the question's rule looks at has a column; what it does not would only confuse. */
function answerColumns({ result, question }: VoteReport): SheetColumn<AnswerTally>[] {
  const isMixed = result.rule === 'qualified' && result.outcome?.mode === 'mixed';
  const approves = result.rule === 'election' ? null : (question.approvingAnswerId ?? 1);
  return [
    { title: 'Respuesta', kind: 'text', value: (answer) => answer.answerDescription },
    { title: 'Inmuebles', kind: 'count', value: (answer) => answer.apartments },
    { title: 'Coeficiente', kind: 'coefficient', value: (answer) => answer.coefficient },
    ...(result.rule === 'perUnit'
      ? [
          {
            title: 'Votos por inmueble',
            kind: 'count',
            value: (answer: AnswerTally) => answer.dwellings,
          } as const,
        ]
      : []),
    ...(isMixed
      ? [
          {
            title: 'Coeficiente en el salón',
            kind: 'coefficient',
            value: (answer: AnswerTally) => answer.inRoom,
          } as const,
        ]
      : []),
    ...(approves === null
      ? []
      : [
          {
            title: 'Aprueba',
            kind: 'text',
            value: (answer: AnswerTally) => (answer.answerId === approves ? 'Sí' : null),
          } as const,
        ]),
  ];
}

function questionFacts({ question, result }: VoteReport): WorkbookFact[] {
  const { agendaItem, agendaText } = question;
  return [
    { label: 'Votación', kind: 'count', value: question.number },
    { label: 'Pregunta', kind: 'text', value: question.description },
    ...(agendaItem === null
      ? []
      : [
          {
            label: 'Orden del día',
            kind: 'text',
            value: `${agendaItem}. ${agendaText ?? ''}`.trim(),
          } as const,
        ]),
    { label: 'Se decide por', kind: 'text', value: result.rule === null ? null : ruleNames[result.rule] },
    instantFact('Se abrió', question.openedAt, 'Sin abrir'),
    instantFact('Se cerró', question.closedAt, 'Sin cerrar'),
  ];
}

/** The wall's own result and what it stands on: as of the closing, or of now while the question is open. */
function resultFacts({ result }: VoteReport): WorkbookFact[] {
  const { voted, outcome, rule } = result;
  const words = outcomeWords(result);
  return [
    { label: 'Resultado', kind: 'text', value: words?.title ?? 'Sin cerrar' },
    ...(words === null || words.detail === ''
      ? []
      : [{ label: 'Detalle', kind: 'text', value: words.detail } as const]),
    { label: 'Inmuebles que votaron', kind: 'count', value: voted.apartments },
    { label: 'Coeficiente que votó', kind: 'coefficient', value: voted.coefficient },
    ...(outcome === null
      ? []
      : ([
          {
            label: rule === 'perUnit' ? 'Base: votos representados' : 'Base: inmuebles representados',
            kind: 'count',
            value: outcome.base.apartments,
          },
          {
            label: rule === 'qualified' ? 'Base: coeficiente total' : 'Base: coeficiente representado',
            kind: 'coefficient',
            value: outcome.base.coefficient,
          },
          { label: 'Parte de la base que alcanzó', kind: 'percent', value: outcome.share },
          ...(outcome.passesHalf === null
            ? []
            : [
                {
                  label: 'Pasa de la mitad de lo representado (art. 45)',
                  kind: 'text',
                  value: outcome.passesHalf ? 'Sí' : 'No',
                } as const,
              ]),
        ] satisfies WorkbookFact[])),
  ];
}

const voteColumns: SheetColumn<VoteRow>[] = [
  ...unitColumns,
  ...attendeeColumns,
  { title: 'Respuesta', kind: 'text', value: (row) => row.answer },
  coefficientColumn,
  { title: 'Hora', kind: 'instant', value: (row) => row.at },
  { title: 'Comprobante', kind: 'text', value: (row) => row.receipt },
  { title: 'Medio', kind: 'text', value: mediumName },
];

const annulledColumns: SheetColumn<AnnulledVoteRow>[] = [
  ...voteColumns,
  { title: 'Se anuló', kind: 'instant', value: (row) => row.annulledAt },
  { title: 'Cómo', kind: 'text', value: (row) => row.why },
  { title: 'Motivo', kind: 'text', value: (row) => row.reason },
  { title: 'Por', kind: 'text', value: (row) => row.by },
];
