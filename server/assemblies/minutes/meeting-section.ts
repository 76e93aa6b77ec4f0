import { isConvenedByLaw } from '../../../shared/assemblies/facts/convening.ts';
import { meetingFactText } from '../../../shared/assemblies/facts/facts.ts';
import { type AgendaItem, agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import { assemblyKindNames, callNames } from '../../../shared/assemblies/words.ts';
import { dayInBogota } from '../../../shared/days.ts';
import { date, invitedFor, sentence } from '../../../shared/format.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import { type Block, ledParagraph, paragraph } from './acta.ts';
import type { ActaFacts, FactChange, ModeChange } from './acta-facts.ts';
import { hasAnyRemote } from './attendance-section.ts';
import { changeWords } from './fact-changes.ts';
import { dayAndHour, hour, modeWords, onDayAtHour } from './words.ts';

/**
 * First section of the acta: kind of meeting, convener, form of notice, day, place, president and secretary (Ley
 * 675, art. 47).
 */
export function meetingSection(facts: ActaFacts): Block[] {
  const { assembly, jointName, rootName, modes } = facts;
  const isAtPlace = assembly.mode !== 'virtual' || modes.some((change) => change.modes?.before !== 'virtual');
  const isRemote = hasAnyRemote(facts);
  const rows = [
    { name: 'Número del acta', value: null },
    { name: 'Copropiedad', value: rootName ?? jointName },
    ...(rootName === null ? [] : [{ name: 'Sector', value: jointName }]),
    { name: 'Clase de asamblea', value: assemblyKindNames[assembly.kind] },
    { name: 'Modalidad', value: modeWords[assembly.mode] },
    { name: 'Convocatoria', value: callNames[assembly.call] },
    ...(assembly.convener === null ? [] : [{ name: 'Convocó', value: convenerText(assembly) }]),
    { name: 'Forma de la convocatoria', value: filled(assembly.notice) ?? withoutCall(facts) },
    ...(assembly.scheduledAt === null
      ? []
      : [{ name: 'Citada para', value: invitedFor(assembly.scheduledAt) }]),
    { name: 'Apertura', value: openingWords(facts) },
    { name: 'Cierre', value: closingWords(facts) },
    ...(isAtPlace ? [{ name: 'Lugar', value: filled(assembly.place) }] : []),
    ...(isRemote ? [{ name: 'Medio de comunicación', value: meetingWords(facts) }] : []),
    { name: 'Presidente', value: filled(assembly.president) },
    { name: 'Secretario', value: filled(assembly.secretary) },
    ...(filled(facts.fiscalAuditor) === null
      ? []
      : [{ name: 'Revisor fiscal', value: filled(facts.fiscalAuditor) }]),
    { name: 'Grabación', value: filled(assembly.recordingUrl) ?? 'Sin enlace registrado' },
  ];
  return [
    { kind: 'facts', rows },
    ...lateBlocks(facts),
    ...earlyBlocks(facts),
    ...fifthBlocks(facts),
    ...changeBlocks(facts),
    ...facts.modes.map((change) => paragraph(modeChangeWords(change))),
  ];
}

/** Words in place of the form of notice for an assembly by right without a sent notice; null for others: a blank. */
const withoutCall = ({ assembly: { kind }, invitations }: ActaFacts): string | null =>
  kind === 'byRight' && invitations.length === 0
    ? 'Ninguna: por derecho propio (Ley 675 de 2001, art. 40)'
    : null;

/**
 * Sentence for an ordinary assembly held later than three months after the budget year, with the confirming person
 * (Ley 675, art. 39).
 */
function lateBlocks({ late }: ActaFacts): Block[] {
  if (late === null) return [];
  const course =
    late.confirmed === null
      ? 'Se abrió sin que mediara la advertencia.'
      : `Se advirtió ${onDayAtHour(late.confirmed.at)}, y ${sentence(`${late.confirmed.by} decidió continuar`)}`;
  return [
    ledParagraph(
      'Advertencia:',
      `la asamblea ordinaria se reunió después del ${date(`${late.by}T12:00:00Z`)}, cuando vencieron los tres meses siguientes al período presupuestal (Ley 675 de 2001, art. 39), que rigen si el reglamento no señala otra fecha. ${course}`,
    ),
  ];
}

/** Sentence for an assembly opened before the day in the notice, with the confirming person. */
function earlyBlocks({ early, assembly }: ActaFacts): Block[] {
  if (early === null || assembly.openedAt === null) return [];
  const opened = onDayAtHour(Date.parse(assembly.openedAt));
  const day = date(`${early.calledFor}T12:00:00Z`);
  return [
    ledParagraph(
      'Advertencia:',
      `la asamblea se abrió ${opened}, antes del día para el que estaba citada, el ${day}. Se advirtió al abrirla, y ${sentence(`${early.by} decidió continuar`)} Desde entonces el censo quedó fijo.`,
    ),
  ];
}

/**
 * Warning in the acta if owners convened the assembly without being several, or without a fifth of the coefficients
 * (Ley 675, art. 39).
 */
function fifthBlocks({ assembly: { convener, conveningUnits }, main }: ActaFacts): Block[] {
  const isAllowed = isConvenedByLaw(conveningUnits, main.attendance.total.coefficient);
  if (convener !== 'owners' || isAllowed) return [];
  return [
    ledParagraph(
      'Advertencia:',
      'los propietarios convocan cuando son varios y representan al menos la quinta parte de los coeficientes (Ley 675 de 2001, art. 39). Los inmuebles anotados no llegan a ello.',
    ),
  ];
}

/**
 * Section with each change of a fact until the end, with instant and person. The mode and the agenda have sentences
 * of their own.
 */
function changeBlocks({ changes, assembly }: ActaFacts): Block[] {
  return changes
    .filter(({ stage, fact }) => stage !== 'ended' && fact !== 'mode' && fact !== 'agenda')
    .map((change) => paragraph(changeSentence(change, assembly)));
}

function changeSentence(change: FactChange, { openedAt }: Pick<Assembly, 'openedAt'>): string {
  const { at, by, stage } = change;
  const isSameDay = openedAt !== null && dayInBogota(at) === dayInBogota(Date.parse(openedAt));
  const when = isSameDay ? `A las ${hour(at)}` : `El ${onDayAtHour(at).slice('el '.length)}`;
  const called = stage === 'called' ? ', después de enviar la convocatoria' : '';
  return `${when}${called}, ${by} ${changeWords(change)}`;
}

const convenerText = ({ convener, conveningUnits }: Assembly): string =>
  [
    meetingFactText('convener', convener),
    ...(conveningUnits.length === 0 ? [] : [meetingFactText('conveningUnits', conveningUnits)]),
  ].join(': ');

/**
 * Section of the acta with the facts (place, president …) added or clarified after the end of the assembly; empty
 * without changes.
 */
export function afterEndBlocks({ changes, assembly }: ActaFacts): Block[] {
  return changes
    .filter(({ stage }) => stage === 'ended')
    .map((change) => paragraph(changeSentence(change, assembly)));
}

/**
 * Returns a change of the mode (in person, virtual, mixed) in words. A closed question keeps the mode of its
 * closing.
 */
function modeChangeWords({ at, by, modes, afterVote }: ModeChange): string {
  const change = modes === null ? '' : ` de ${quoted(modes.before)} a ${quoted(modes.after)}`;
  return `La modalidad se cambió${change} ${onDayAtHour(at)}; la cambió ${sentence(by)}${afterVote ? ' Se le advirtió que ya se había votado, y decidió continuar.' : ''} Lo que se había votado antes quedó decidido en la modalidad anterior.`;
}

const quoted = (mode: Assembly['mode']): string => `«${modeWords[mode]}»`;

/**
 * Section of the acta (minutes of an assembly) with the agenda: at the opening, changes during the assembly,
 * and at the end. By Ley 675, art. 39, par. 1, an extraordinary assembly decides only on the points of the
 * notice.
 */
export function agendaSection({ assembly, openingAgenda, changes }: ActaFacts): Block[] {
  const items = agendaItems(assembly.agenda);
  const opening = openingAgenda === undefined ? items : agendaItems(openingAgenda);
  const changed = changes.filter(({ stage, fact }) => stage !== 'ended' && fact === 'agenda');
  const changeBlocks = changed.map((change) => paragraph(changeSentence(change, assembly)));
  if (items.length === 0 && opening.length === 0) {
    const hint = '[Escriba el orden del día que se anunció en la convocatoria.]';
    return [{ kind: 'blank', name: 'Orden del día', hint, lines: 8 }, ...changeBlocks];
  }
  const list = (of: readonly AgendaItem[]): Block[] =>
    of.length === 0 ? [] : [{ kind: 'list', items: of.map(listedItem) }];
  if (JSON.stringify(opening) === JSON.stringify(items)) return [...list(items), ...changeBlocks];
  const before =
    opening.length === 0
      ? [paragraph('Al abrir la asamblea no había un orden del día escrito.')]
      : [paragraph('Al abrir la asamblea el orden del día era:'), ...list(opening)];
  const after =
    items.length === 0 ? [] : [paragraph('Con sus cambios, el orden del día es:'), ...list(items)];
  return [...before, ...changeBlocks, ...after];
}

const listedItem = ({ number, text, details }: AgendaItem) => ({
  mark: `${number}.`,
  text,
  below: [...details],
});

function openingWords({ assembly }: Pick<ActaFacts, 'assembly'>): string {
  return assembly.openedAt === null ? 'No se ha abierto' : dayAndHour(Date.parse(assembly.openedAt));
}

function closingWords({ assembly, archivedAt }: Pick<ActaFacts, 'assembly' | 'archivedAt'>): string {
  if (assembly.closedAt !== null) return dayAndHour(Date.parse(assembly.closedAt));
  if (archivedAt !== null) return `Sin registrar; se archivó el ${dayAndHour(archivedAt)}`;
  return assembly.openedAt === null ? 'No se ha abierto' : 'No se había cerrado al preparar este borrador';
}

function meetingWords({ meeting }: ActaFacts): string | null {
  return meeting === null ? null : `Videoconferencia, reunión ${meeting}`;
}

/** Returns the text without spaces at the ends; null for null or a text of spaces only. */
export const filled = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.trim();
