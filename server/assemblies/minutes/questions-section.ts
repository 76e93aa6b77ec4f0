import { type AgendaItem, agendaItems, agendaLabel } from '../../../shared/assemblies/agenda.ts';
import { conceptName } from '../../../shared/assemblies/concept-words.ts';
import type { VoteReport } from '../reports/rows.ts';
import { type Block, heading, paragraph, told } from './acta.ts';
import type { ActaFacts, DeletedQuestion, PartFacts } from './acta-facts.ts';
import { annulledBlocks, questionBlocks } from './question-blocks.ts';
import { dayAndHour } from './words.ts';

/** Each point of the agenda with room for what was discussed, and its questions in order. */
export function agendaCourse(facts: ActaFacts): Block[] {
  const { main, assembly } = facts;
  const items = agendaItems(assembly.agenda);
  const rest = main.questions.filter(({ question }) => itemOf(items, question.agendaItem) === undefined);
  const blocks: Block[] = [
    paragraph(
      'El voto de cada inmueble, con su hora y su comprobante, está en el informe de votos de cada pregunta.',
    ),
  ];
  for (const item of items) {
    blocks.push(
      heading(2, agendaLabel(item)),
      discussion(item),
      ...sectorsAt(facts, item),
      ...blocksOf(main, (question) => question.agendaItem === item.number),
    );
  }
  if (items.length === 0) {
    blocks.push({ kind: 'blank', name: 'Desarrollo', hint: DISCUSSION_HINT, lines: 10 });
  }
  if (rest.length > 0) {
    const title = items.length === 0 ? 'Preguntas' : 'Preguntas sin punto del orden del día';
    blocks.push(heading(2, title), ...rest.flatMap((report) => questionBlocks(report, main)));
  }
  return [...blocks, ...deletedBlocks(main)];
}

const DISCUSSION_HINT = '[Escriba aquí lo que se informó, se discutió y se decidió.]';
const discussion = (item: AgendaItem): Block => ({
  kind: 'blank',
  name: `Desarrollo del punto ${item.number}`,
  hint: DISCUSSION_HINT,
  lines: 5,
});

const itemOf = (items: readonly AgendaItem[], number: number | null): AgendaItem | undefined =>
  items.find((item) => item.number === number);

function blocksOf(part: PartFacts, isMeant: (question: VoteReport['question']) => boolean): Block[] {
  return part.questions
    .filter(({ question }) => isMeant(question))
    .flatMap((report) => questionBlocks(report, part));
}

/** Where the sectors' own questions of a point are to be found. */
function sectorsAt({ sectors }: ActaFacts, { number }: AgendaItem): Block[] {
  const named = sectors.flatMap(({ jointName, questions }) =>
    questions
      .filter(({ question }) => question.agendaItem === number)
      .map(({ question }) => `${jointName}, ${conceptName(question.conceptId)}`),
  );
  return named.length === 0 ? [] : [told('En la parte de los sectores:', `${named.join('; ')}.`)];
}

/** A sector's questions, each with the point of the agenda that it belongs to. */
export function sectorQuestions({ assembly }: ActaFacts, part: PartFacts): Block[] {
  const items = agendaItems(assembly.agenda);
  const blocks = part.questions.flatMap((report) => {
    const [name, ...more] = questionBlocks(report, part);
    const item = itemOf(items, report.question.agendaItem);
    const point = item === undefined ? [] : [told('Punto del orden del día:', agendaLabel(item))];
    return name === undefined ? [] : [name, ...point, ...more];
  });
  const none = blocks.length === 0 && part.deleted.length === 0;
  return none ? [paragraph('El sector no tuvo preguntas.')] : [...blocks, ...deletedBlocks(part)];
}

/** Deleted questions decided nothing, and are not hidden. */
function deletedBlocks(part: PartFacts): Block[] {
  if (part.deleted.length === 0) return [];
  return [
    heading(2, 'Preguntas eliminadas'),
    ...part.deleted.flatMap((question) => deletedQuestion(question, part)),
  ];
}

function deletedQuestion({ conceptId, description, openedAt }: DeletedQuestion, part: PartFacts): Block[] {
  const course = openedAt === null ? 'No se había abierto.' : `Se había abierto el ${dayAndHour(openedAt)}.`;
  return [
    heading(3, conceptName(conceptId)),
    told('Pregunta:', description),
    told('Eliminada:', `no decidió nada. ${course}`),
    ...annulledBlocks(part.annulments.filter((one) => one.conceptId === conceptId)),
  ];
}
