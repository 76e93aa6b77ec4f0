import { assemblyKindNames, callNames } from '../../../shared/assemblies/assembly-words.ts';
import { type AgendaItem, agendaItems } from '../../../shared/assemblies/law/agenda.ts';
import { date, invitedFor, sentence } from '../../../shared/format.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import { type Block, paragraph, told } from './acta.ts';
import type { ActaFacts, ModeChange } from './acta-facts.ts';
import { dayAndHour, modeWords, onDayAtHour } from './words.ts';

/** What the meeting was, who called it how, when and where it was held, and who led it (art. 47). */
export function meetingSection(facts: ActaFacts): Block[] {
  const { assembly, jointName, rootName } = facts;
  const isAtPlace = assembly.mode !== 'virtual';
  const isRemote = assembly.mode !== 'inPerson';
  const rows = [
    { name: 'Número del acta', value: null },
    { name: 'Copropiedad', value: rootName ?? jointName },
    ...(rootName === null ? [] : [{ name: 'Sector', value: jointName }]),
    { name: 'Clase de asamblea', value: assemblyKindNames[assembly.kind] },
    { name: 'Modalidad', value: modeWords[assembly.mode] },
    { name: 'Convocatoria', value: callNames[assembly.call] },
    { name: 'Forma de la convocatoria', value: filled(assembly.notice) },
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
    ...facts.modes.map((change) => paragraph(modeChangeWords(change))),
  ];
}

/** That an ordinary assembly was held after its three months, and who went on with it (art. 39). */
function lateBlocks({ late }: ActaFacts): Block[] {
  if (late === null) return [];
  const course =
    late.asked === null
      ? 'Se abrió sin que mediara la advertencia.'
      : `Se advirtió ${onDayAtHour(late.asked.at)}, y ${sentence(`${late.asked.by} decidió continuar`)}`;
  return [
    told(
      'Advertencia:',
      `la asamblea ordinaria se reunió después del ${date(`${late.by}T12:00:00Z`)}, cuando vencieron los tres meses siguientes al período presupuestal (Ley 675 de 2001, art. 39), que rigen si el reglamento no señala otra fecha. ${course}`,
    ),
  ];
}

/** Questions keep the mode of their closing: what was decided before a change was decided in the mode before. */
function modeChangeWords({ at, by, modes }: ModeChange): string {
  const change = modes === null ? '' : ` de ${quoted(modes.before)} a ${quoted(modes.after)}`;
  return `La modalidad se cambió${change} ${onDayAtHour(at)}; la cambió ${sentence(by)} Lo que se había votado antes quedó decidido en la modalidad anterior.`;
}

const quoted = (mode: Assembly['mode']): string => `«${modeWords[mode]}»`;

export function agendaSection({ assembly }: ActaFacts): Block[] {
  const items = agendaItems(assembly.agenda);
  if (items.length === 0) {
    const hint = '[Escriba el orden del día que se anunció en la convocatoria.]';
    return [{ kind: 'blank', name: 'Orden del día', hint, lines: 8 }];
  }
  return [{ kind: 'list', items: items.map(listed) }];
}

const listed = ({ number, text, details }: AgendaItem) => ({ mark: `${number}.`, text, below: [...details] });

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

/** What was written, null where it was only spaces. */
export const filled = (text: string | null): string | null =>
  text === null || text.trim() === '' ? null : text.trim();
