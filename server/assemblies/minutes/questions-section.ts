import { type Bar, barsOf, votedWords } from '../../../shared/assemblies/answer-bars.ts';
import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import {
  announcedLine,
  dividedWords,
  lateWords,
  notedWords,
  outcomeWords,
  reopenedWords,
  ruleName,
  weightWords as tallyWords,
  verdictLine,
} from '../../../shared/assemblies/concept-words.ts';
import {
  alternatesWords,
  electionNotes,
  methodWords,
  seatRows,
  sumLines,
} from '../../../shared/assemblies/elections/words.ts';
import { textsAt } from '../../../shared/assemblies/facts/texts-at.ts';
import {
  type AgendaItem,
  agendaItems,
  agendaLabel,
  samePoint,
} from '../../../shared/assemblies/law/agenda.ts';
import { costWords } from '../../../shared/assemblies/law/cost.ts';
import { needsRoom } from '../../../shared/assemblies/law/majority.ts';
import { matterWords } from '../../../shared/assemblies/law/matters.ts';
import { warningWords } from '../../../shared/assemblies/law/warnings.ts';
import type { ClosingSeal, LiveConcept } from '../../../shared/assemblies/live.ts';
import {
  basesOfConcept,
  blankOf,
  majorityWords,
  requirement,
  ruleWords,
} from '../../../shared/assemblies/rule-words.ts';
import { wayWords } from '../../../shared/assemblies/words.ts';
import { formatCoefficient } from '../../../shared/coefficient.ts';
import {
  coefficient,
  count,
  counted,
  formatCoefficientExact,
  sentence,
  units,
  votes,
} from '../../../shared/format.ts';
import { fromPesos } from '../../../shared/money.ts';
import type { VoteReport } from '../reports/rows.ts';
import { type Block, bullets, type Column, heading, ledParagraph, paragraph, toldWithNext } from './acta.ts';
import type {
  ActaFacts,
  Annulment,
  DeletedQuestion,
  KeptWarning,
  PartFacts,
  PointCourse,
  QuestionMoment,
} from './acta-facts.ts';
import { isInVotesAnnex } from './annexes-section.ts';
import { dayAndHour, hour, reasonWords, representedWords, unitWords, weightWords } from './words.ts';

/**
 * Section of the acta with each point of the agenda: room to write the discussion by hand, and the questions of the
 * point with the results.
 */
export function agendaCourse(facts: ActaFacts): Block[] {
  const { main, assembly } = facts;
  const items = agendaItems(assembly.agenda);
  const rest = main.questions.filter(({ question }) => !items.some((item) => isAt(question, item)));
  const hasVotes = main.questions.some(isInVotesAnnex);
  const blocks: Block[] = hasVotes
    ? [paragraph('El voto de cada inmueble, con su hora y cómo se votó, está en el anexo de votos.')]
    : [];
  for (const item of items) {
    blocks.push(
      heading(2, agendaLabel(item)),
      ...pointBlocks(facts, item),
      ...discussion(facts, item),
      ...sectorsAt(facts, item),
      ...blocksOf(main, (question) => isAt(question, item)),
    );
  }
  if (items.length === 0) {
    blocks.push({ kind: 'blank', name: 'Desarrollo', hint: DISCUSSION_HINT, lines: 10 });
  }
  if (rest.length > 0) {
    const title = items.length === 0 ? 'Preguntas' : 'Preguntas sin punto del orden del día';
    blocks.push(heading(2, title), ...rest.flatMap((report) => withPoint(report, main)));
  }
  return [...blocks, ...formerPointBlocks(facts), ...deletedBlocks(main)];
}

/** Sentences with the times of a point: usually one stretch, more if the assembly returned to the point. */
function pointBlocks({ points, assembly }: ActaFacts, item: AgendaItem): Block[] {
  const items = agendaItems(assembly.agenda);
  const stretches = points.filter((point) => samePoint(items, point)?.number === item.number);
  return stretches.length === 0
    ? []
    : [toldWithNext('Se trató:', `${stretches.map(stretchWords).join('; ')}.`)];
}

const stretchWords = ({ from, until }: PointCourse): string =>
  `de ${hour(from)} a ${until === null ? 'la hora de este borrador' : hour(until)}`;

/**
 * Section with the times and the secretary's texts of points that a change of the agenda removed or wrote anew; empty
 * without such points.
 */
function formerPointBlocks({ points, written, assembly }: ActaFacts): Block[] {
  const items = agendaItems(assembly.agenda);
  const former = points.filter((point) => samePoint(items, point) === undefined);
  const texts = written
    .filter(({ point, title }) => samePoint(items, { number: point, text: title }) === undefined)
    .flatMap((one) =>
      writtenLines(one).map((line, at) =>
        at === 0 ? ledParagraph(`Texto del punto «${one.point}. ${one.title}»:`, line) : paragraph(line),
      ),
    );
  if (former.length === 0) return texts;
  return [
    ledParagraph(
      'Puntos que se trataron y ya no están así en el orden del día:',
      sentence(
        former.map((point) => `«${point.number}. ${point.text ?? ''}», ${stretchWords(point)}`).join('; '),
      ),
    ),
    ...texts,
  ];
}

const writtenLines = ({ text }: { text: string }): string[] =>
  text.split(/\s*\n\s*/).filter((line) => line !== '');

const DISCUSSION_HINT = '[Escriba aquí lo que se informó, se discutió y se decidió.]';
/** Text of the secretary on the point, a paragraph per line; without a text, room to write by hand. */
function discussion({ written, assembly }: ActaFacts, item: AgendaItem): Block[] {
  const lines = textsAt(written, agendaItems(assembly.agenda), item).flatMap(writtenLines);
  if (lines.length > 0) return lines.map(paragraph);
  return [{ kind: 'blank', name: `Desarrollo del punto ${item.number}`, hint: DISCUSSION_HINT, lines: 5 }];
}

/**
 * True if a question belongs to the point. The text of the point must still be the same as at the question's
 * closing.
 */
const isAt = ({ agendaItem, agendaText }: VoteReport['question'], { number, text }: AgendaItem): boolean =>
  agendaItem === number && (agendaText === null || agendaText === text);

/** Lays out a question. Below its name stands the point of the agenda as at the closing. */
function withPoint(report: VoteReport, part: PartFacts): Block[] {
  const [name, ...more] = questionBlocks(report, part);
  const { agendaItem, agendaText } = report.question;
  if (name === undefined || agendaItem === null || agendaText === null) return questionBlocks(report, part);
  const label = agendaLabel({ number: agendaItem, text: agendaText, details: [] });
  return [name, ledParagraph('Punto del orden del día:', label), ...more];
}

function blocksOf(part: PartFacts, isMeant: (question: VoteReport['question']) => boolean): Block[] {
  return part.questions
    .filter(({ question }) => isMeant(question))
    .flatMap((report) => questionBlocks(report, part));
}

/** Sentence that refers to the sectors' own questions on a point. */
function sectorsAt({ sectors }: ActaFacts, item: AgendaItem): Block[] {
  const named = sectors.flatMap(({ jointName, questions }) =>
    questions
      .filter(({ question }) => isAt(question, item))
      .map(({ question }) => `${jointName}, ${conceptName(question.conceptId)}`),
  );
  return named.length === 0 ? [] : [ledParagraph('En la parte de los sectores:', sentence(named.join('; ')))];
}

/** Section of the acta with the questions of a sector and the results, each with the point of the agenda. */
export function sectorQuestions(part: PartFacts): Block[] {
  const blocks = part.questions.flatMap((report) => withPoint(report, part));
  const none = blocks.length === 0 && part.deleted.length === 0;
  return none ? [paragraph('El sector no tuvo preguntas.')] : [...blocks, ...deletedBlocks(part)];
}

/** Section with deleted questions: their votes do not count, but the acta still shows the questions. */
function deletedBlocks(part: PartFacts): Block[] {
  if (part.deleted.length === 0) return [];
  return [
    heading(2, 'Preguntas eliminadas'),
    ...part.deleted.flatMap((question) => deletedQuestion(question, part)),
  ];
}

function deletedQuestion(
  { conceptId, description, matter, openedAt, closings }: DeletedQuestion,
  part: PartFacts,
): Block[] {
  const course = openedAt === null ? 'No se había abierto.' : `Se había abierto el ${dayAndHour(openedAt)}.`;
  return [
    heading(3, conceptName(conceptId)),
    ledParagraph('Pregunta:', description),
    ...(matter === null ? [] : [ledParagraph('Materia:', `${matterWords(matter)}.`)]),
    ...closings.flatMap((closing) => [
      ledParagraph(
        'Resultado anunciado:',
        `${verdictLine({ active: 0, ...closing })}, al cerrarla el ${dayAndHour(closing.closedAt)}. Votaron ${tallyWords(closing.voted)}.`,
      ),
      ...(closing.noted.length === 0
        ? []
        : [ledParagraph('Se anotó después de anunciarlo:', closing.noted.join(' '))]),
    ]),
    ledParagraph(
      'Eliminada:',
      closings.length === 0
        ? `no decidió nada. ${course}`
        : `después de anunciar ${closings.length === 1 ? 'ese resultado' : 'esos resultados'}. ${course}`,
    ),
    ...annulledBlocks(part.annulments.filter((one) => one.conceptId === conceptId)),
  ];
}

/** Section of a question: text, rule, represented units, votes and result (Ley 675, art. 47). */
function questionBlocks(report: VoteReport, part: PartFacts): Block[] {
  const { question, result } = report;
  const name = heading(3, conceptName(question.conceptId));
  const text = toldWithNext('Pregunta:', question.description);
  const rule = toldWithNext('Cómo se decide:', ruleSentence(report));
  const law = [
    ...(question.matter === null ? [] : [toldWithNext('Materia:', `${matterWords(question.matter)}.`)]),
    rule,
    ...costBlocks(result),
    ...warningBlocks(
      part.warnings.filter(({ conceptId }) => conceptId === question.conceptId),
      report,
    ),
  ];
  if (question.openedAt === null)
    return [name, text, ...law, paragraph('Se preparó y no se abrió a votación.')];
  const isOpen = result.active === 1;
  const divided = dividedWords(result);
  return [
    name,
    text,
    ...law,
    ...courseBlocks(report, question.openedAt),
    toldWithNext(isOpen ? 'Representados ahora:' : 'Representados al cerrarla:', baseWords(report, part)),
    answersTable(result, report),
    ...(divided === null ? [] : [paragraph(divided)]),
    isOpen
      ? ledParagraph(
          'Resultado:',
          'la votación estaba abierta al preparar este borrador; las cifras pueden cambiar.',
        )
      : ledParagraph('Resultado:', resultWords(result)),
    ...electionBlocks(result),
    ...sealBlocks(result),
    ...wayBlocks(report),
    ...silentBlocks('Representados que no votaron:', report.silent),
    ...(report.voteless.length === 0
      ? []
      : silentBlocks('Representados de coeficiente 0, que no votan:', report.voteless)),
    ...annulledBlocks(part.annulments.filter(({ conceptId }) => conceptId === question.conceptId)),
  ];
}

/** Sentence with the cost of the decision for the whole joint. */
function costBlocks({ cost }: LiveConcept): Block[] {
  const amount = cost && fromPesos(cost.amount);
  return amount ? [ledParagraph('Costo:', costWords(amount, cost.months))] : [];
}

/** Sentence with the number of votes by phone, card and desk (PRODUCT §18 rule 11c). */
function wayBlocks({ votes: cast }: VoteReport): Block[] {
  const ways = (['phone', 'card', 'desk'] as const).flatMap((way) => {
    const quantity = cast.filter((vote) => vote.way === way).length;
    return quantity === 0 ? [] : [`${count(quantity)} ${wayWords[way]}`];
  });
  return ways.length === 0 ? [] : [ledParagraph('Cómo se votó:', `${ways.join('; ')}.`)];
}

/** Section with the winners of an election, their successors, and the calculation of the seats. */
function electionBlocks(result: LiveConcept): Block[] {
  const election = result.outcome?.election;
  if (election === undefined) return [];
  const answered = { election, answers: result.answers };
  const isByLists = election.method === 'quotient';
  const rows = seatRows(answered);
  const sums = sumLines(answered, true);
  const alternates = alternatesWords(answered);
  const columns: Column[] = [
    { header: 'Puesto', share: 10, isNumber: true },
    { header: 'Nombre', share: 36 },
    ...(isByLists ? [{ header: 'Plancha', share: 20 }] : []),
    { header: 'Cómo', share: 26 },
    ...(isByLists ? [] : [{ header: 'Coeficiente', share: 16, isNumber: true as const }]),
    { header: 'Aceptación', share: 16 },
  ];
  return [
    ...(sums.length === 0 ? [] : [toldWithNext('Cuenta:', 'así se repartieron los puestos.'), bullets(sums)]),
    ...(rows.length === 0
      ? []
      : [
          toldWithNext('Elegidos:', `${count(rows.length)} de ${counted(election.seats, 'puesto')}.`),
          {
            kind: 'table' as const,
            columns,
            rows: rows.map((row) => [
              count(row.seat),
              row.name,
              ...(isByLists ? [row.list] : []),
              row.how,
              ...(isByLists ? [] : [coefficient(row.coefficient ?? 0)]),
              row.acceptance,
            ]),
          },
        ]),
    ...(alternates === '' ? [] : [ledParagraph('Suplentes, en orden:', sentence(alternates))]),
    ...electionNotes(answered).map((note) => paragraph(note)),
  ];
}

/** Section with the hash and words that fix the ballots of each closing, as shown on walls and phones. */
function sealBlocks({ seal, intervals }: LiveConcept): Block[] {
  const words = (one: ClosingSeal) => `raíz ${one.root}; palabras: ${one.words.join(', ')}.`;
  if (intervals === undefined)
    return seal === undefined ? [] : [ledParagraph('Huella de los votos contados:', words(seal))];
  const closings = intervals.flatMap((one) =>
    one.seal === undefined || one.closedAt === null
      ? []
      : [
          `Huella de los votos contados en el cierre de las ${hour(Date.parse(one.closedAt))}: ${words(one.seal)}`,
        ],
  );
  return closings.length === 0 ? [] : [bullets(closings)];
}

/** Sentences with the overridden warnings of a question, the article of the law, and the confirming person. */
function warningBlocks(warnings: readonly KeptWarning[], { assembly }: VoteReport): Block[] {
  return warnings.map((warning) => {
    const { question, law } = warningWords(warning, { mode: assembly.mode, say: majorityWords });
    const course = warning.asked
      ? `Se advirtió a las ${hour(warning.at)} y ${sentence(`${warning.by} decidió continuar`)}`
      : `Se creó así a las ${hour(warning.at)}, sin que mediara la advertencia, por ${sentence(warning.by)}`;
    return toldWithNext('Advertencia:', `${question} ${law} ${course}`);
  });
}

function ruleSentence({ result, question, assembly }: VoteReport): string {
  if (result.method !== undefined) {
    const { name, text, source } = methodWords[result.method];
    return `Elección de ${result.seats} puestos. ${name} (${source}). ${text}`;
  }
  const { rule, threshold, votePer, clause } = result;
  if (rule === null) return '';
  const approving = result.answers.find(({ answerId }) => answerId === question.approvingAnswerId);
  const words = ruleWords(
    { rule, threshold, votePer, clause },
    approving?.answerDescription ?? null,
    result.outcome?.mode ?? assembly.mode,
    blankOf(result),
  );
  return `${ruleName({ rule, votePer })} (${words.source}). ${words.text}`;
}

/** Makes the first letter lower case, to join the sentence with other sentences. */
const asClause = (sentence: string): string => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/**
 * Sentences with the times of a question. For a reopened question: each opening and closing, with the announced
 * result and later events.
 */
function courseBlocks({ result, question, unsureOwners }: VoteReport, openedAt: number): Block[] {
  const { intervals } = result;
  if (intervals === undefined) {
    const opened = `se abrió el ${dayAndHour(openedAt)}`;
    const isOpen = result.active === 1 || question.closedAt === null;
    const course = isOpen ? `${opened}.` : `${opened}, y se cerró el ${dayAndHour(question.closedAt ?? 0)}.`;
    return [toldWithNext('Votación:', course)];
  }
  const at = (instant: string | null) => (instant === null ? 'Abierta' : hour(Date.parse(instant)));
  return [
    toldWithNext(
      'Votación:',
      `se abrió ${count(intervals.length)} veces desde el ${dayAndHour(openedAt)}. Cada cierre anunció un resultado; el último decide.`,
    ),
    {
      kind: 'table',
      columns: [
        { header: 'Se abrió', share: 14 },
        { header: 'Se cerró', share: 14 },
        { header: 'Resultado anunciado', share: 34 },
        { header: 'Total votado', share: 26 },
        { header: 'Votos en ese tiempo', share: 16, isNumber: true },
      ],
      rows: intervals.map((interval) => [
        at(interval.openedAt),
        at(interval.closedAt),
        announcedLine(result, interval),
        interval.voted === null ? '' : tallyWords(interval.voted),
        interval.votes === null ? 'Sin dato' : count(interval.votes),
      ]),
    },
    bullets([
      // Events of the last closing stand with its result.
      ...intervals
        .slice(0, -1)
        .flatMap((one) =>
          notedWords(result, one).map((note) => `Del cierre de las ${at(one.closedAt)}: ${asClause(note)}`),
        ),
      ...intervals
        .slice(1)
        .map((one) => `A las ${at(one.openedAt)} ${asClause(reopenedWords(one))} ${lateWords(one)}`),
      ...unsureOwners.map(
        (one) =>
          `Inmuebles con duda sobre el dueño, al abrirla a las ${hour(one.openedAt)}: ${one.units.join(', ')}.`,
      ),
    ]),
  ];
}

/** Returns in words the attendance at the last closing, and the total used by the rule for the majority. */
function baseWords(report: VoteReport, { moments }: PartFacts): string {
  const { result, question, registered } = report;
  const closing = lastClosing(moments, question.conceptId);
  const represented =
    result.active === 1 || closing === undefined ? weightWords(registered) : representedWords(closing);
  const needed =
    result.rule === null
      ? null
      : requirement(result, basesOfConcept(result, { ...report, concepts: [] }), formatCoefficientExact);
  const dwellings =
    result.rule === 'perUnit' && result.outcome
      ? `, que tienen ${votes(result.outcome.base.apartments)}`
      : '';
  return `${represented}${dwellings}.${needed === null ? '' : ` Se requiere ${needed}.`}`;
}

function lastClosing(moments: readonly QuestionMoment[], conceptId: number): QuestionMoment | undefined {
  return moments.filter((one) => one.conceptId === conceptId && one.moment === 'closed').at(-1);
}

function answersTable(result: LiveConcept, report: VoteReport): Block {
  const { voted, rule, outcome } = result;
  const { silent, voteless } = report;
  const figures = { ...report, concepts: [] };
  const answers = barsOf(result, figures);
  const more: (Column & { cell: (answer: Bar) => string })[] = [];
  if (rule === 'perUnit') {
    more.push({ header: 'Votos', share: 14, isNumber: true, cell: (one) => count(one.dwellings) });
  }
  if (needsRoom(rule) && outcome?.mode === 'mixed') {
    more.push({ header: 'En el salón', share: 18, isNumber: true, cell: ({ words }) => words.inRoom });
  }
  return {
    kind: 'table',
    columns: [
      { header: 'Respuesta', share: 44 },
      ...more.map(({ cell: _, ...column }) => column),
      { header: 'Coeficiente', share: 20, isNumber: true },
      { header: 'Inmuebles', share: 16, isNumber: true },
    ],
    rows: [
      ...answers.map((answer) => [
        answer.answerDescription,
        ...more.map(({ cell }) => cell(answer)),
        answer.words.coefficient,
        count(answer.apartments),
      ]),
      ['No votaron', ...more.map(() => ''), '', count(silent.length)],
      ...(voteless.length === 0
        ? []
        : [['De coeficiente 0', ...more.map(() => ''), '', count(voteless.length)]]),
    ],
    total: ['Total votado', ...more.map(() => ''), votedWords(result, figures), count(voted.apartments)],
  };
}

function resultWords(result: LiveConcept): string {
  const words = outcomeWords(result);
  if (words === null) return 'la votación no se ha cerrado.';
  const none = result.outcome?.status === 'noQuorum' ? 'Se cerró sin quórum: no hubo decisión.' : '';
  return [`${words.title}.`, words.detail, none].filter((text) => text !== '').join(' ');
}

/** Maximum number of units named in a sentence. The annex of votes has all. */
const MOST_NAMED_UNITS = 6;

function silentBlocks(lead: string, silent: VoteReport['silent']): Block[] {
  if (silent.length === 0) return [ledParagraph(lead, 'ninguno.')];
  if (silent.length > MOST_NAMED_UNITS)
    return [
      ledParagraph(lead, `${units(silent.length)}, que el anexo de votos nombra al cerrarse la votación.`),
    ];
  const list = silent.map((unit) => `${unitWords(unit)} ${formatCoefficient(unit.coefficient)}`);
  return [ledParagraph(lead, `${units(silent.length)}: ${list.join('; ')}.`)];
}

/** Section with the annulled votes of a question, with actor and reason; empty without annulments. */
function annulledBlocks(annulments: readonly Annulment[]): Block[] {
  if (annulments.length === 0) return [];
  return [
    ledParagraph('Votos anulados:', 'quedan en el registro de auditoría.'),
    bullets(annulments.map(annulmentWords)),
  ];
}

function annulmentWords({ act, at, by, reason, votes: quantity, apartments }: Annulment): string {
  const whose = apartments.length === 0 ? '' : ` (${apartments.join(', ')})`;
  const ended =
    quantity === 0
      ? 'no había votos'
      : `${quantity === 1 ? 'se anuló' : 'se anularon'} ${votes(quantity)}${whose}`;
  const what = act === 'annulled' ? ended : `${actNames[act]}: ${ended}`;
  return `${hour(at)}, ${what}. Lo hizo ${sentence(by)}${reasonWords(reason ?? 'sin motivo anotado')}`;
}

const actNames: Record<Exclude<Annulment['act'], 'annulled'>, string> = {
  reset: 'la votación se reinició',
  deleted: 'la pregunta se eliminó',
  freed: 'el inmueble salió de la asamblea con la votación abierta',
};
