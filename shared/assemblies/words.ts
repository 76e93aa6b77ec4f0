import { type Day, dayInBogota } from '../days.ts';
import { dateTime, invitedFor } from '../format.ts';
import type { Assembly } from '../properties/joints.api.ts';
import type { Capacity, Identification } from './attendance.api.ts';
import type { VoteWay } from './votes.api.ts';

/** Spanish names for the way of identification of people registered from home, for reports and the acta. */
export const identificationNames: Record<Identification, string> = {
  account: 'Usuario y contraseña',
  link: 'Enlace personal',
  code: 'Código de escarapela o tarjeta',
};

/** Spanish names of the attendees' capacities (roles) for the acta, reports and screens: 'Apoderado'. */
export const capacityNames: Record<Capacity, string> = {
  owner: 'Propietario',
  coOwner: 'Copropietario',
  legalRepresentative: 'Representante legal',
  proxy: 'Apoderado',
  delegate: 'Delegado',
};

/** Spanish words for the device of a vote, on screens and in reports (specification, section 18, rule 11b). */
export const wayWords: Record<VoteWay, string> = {
  phone: 'desde su teléfono',
  card: 'con tarjeta',
  desk: 'en papel, por la mesa',
};

/** Spanish names of the kinds of assembly, for screens and reports. */
export const assemblyKindNames: Record<Assembly['kind'], string> = {
  ordinary: 'Ordinaria',
  extraordinary: 'Extraordinaria',
  byRight: 'Por derecho propio',
};

/** Spanish names of the modes of an assembly (in a room, virtual, or both), for screens and reports. */
export const modeNames: Record<Assembly['mode'], string> = {
  inPerson: 'Presencial',
  virtual: 'Virtual',
  mixed: 'Mixta',
};

/**
 * Spanish names of the calls of an assembly. Key: 1 for the first call, 2 for the second call, a meeting with a
 * smaller quorum.
 */
export const callNames: Record<Assembly['call'], string> = { 1: 'Primera', 2: 'Segunda' };

type Course = Pick<Assembly, 'openedAt' | 'closedAt'>;

/**
 * Describes the state of an assembly in Spanish: 'En preparación', 'Abierta desde el 5 de marzo de 2026, 18:05', or
 * 'Cerrada el …'.
 */
export function assemblyState(assembly: Course): string {
  if (assembly.closedAt !== null) return `Cerrada el ${dateTime(assembly.closedAt)}`;
  if (assembly.openedAt !== null) return `Abierta desde el ${dateTime(assembly.openedAt)}`;
  return 'En preparación';
}

/**
 * True if an assembly belongs to a day, for a list of today's assemblies: open now, called for the day, or ended on
 * the day.
 */
export function isOfDay(
  { scheduledAt, openedAt, closedAt }: Course & Pick<Assembly, 'scheduledAt'>,
  day: Day,
): boolean {
  const isOn = (instant: string) => dayInBogota(Date.parse(instant)) === day;
  if (closedAt !== null) return isOn(closedAt);
  return openedAt !== null || (scheduledAt !== null && isOn(scheduledAt));
}

/**
 * Returns time and place of the assembly as in the notice, a Spanish line each: 'Fecha y hora: …', 'Lugar: …'.
 * Skips unknown values.
 */
export function calledFor({ scheduledAt, place }: Pick<Assembly, 'scheduledAt' | 'place'>): string[] {
  return [
    ...(scheduledAt === null ? [] : [`Fecha y hora: ${invitedFor(scheduledAt)}`]),
    ...(place === null ? [] : [`Lugar: ${place}`]),
  ];
}

/**
 * Returns the sentence 'La asamblea terminó el 5 de marzo de 2026, 20:10.'
 * @param closedAt ISO 8601
 */
export const endedWords = (closedAt: string): string => `La asamblea terminó el ${dateTime(closedAt)}.`;

/**
 * Describes the end of an archived assembly: 'Cerrada el …', 'Archivada sin abrir' or 'Archivada sin cerrar'. The
 * next assembly of a joint (co-owned property) archives also an assembly without a closing.
 */
export function formerState(assembly: Course): string {
  if (assembly.closedAt !== null) return assemblyState(assembly);
  return assembly.openedAt === null ? 'Archivada sin abrir' : 'Archivada sin cerrar';
}

/** Returns the title of an assembly. Without a title: the kind in words, 'Asamblea ordinaria'. */
export function assemblyName(assembly: Pick<Assembly, 'title' | 'kind'>): string {
  return assembly.title ?? `Asamblea ${assemblyKindNames[assembly.kind].toLowerCase()}`;
}

/** Sentence in Spanish about a rule of the law, and the source: 'art. 42'. */
export interface LawNote {
  text: string;
  source: string;
}

const quorumNotes: Record<Assembly['call'], LawNote> = {
  1: {
    text: 'Hay quórum con más de la mitad de los coeficientes y al menos dos propietarios.',
    source: 'Ley 675 de 2001, arts. 41 y 45',
  },
  2: {
    text: 'Segunda convocatoria: deciden dos o más propietarios, cualquiera que sea su coeficiente.',
    source: 'Ley 675 de 2001, art. 41',
  },
};

/** Legal requirements of each mode of assembly, shown on screens. Empty for assemblies in person. */
export const modeNotes: Record<Assembly['mode'], readonly LawNote[]> = {
  inPerson: [],
  virtual: [
    {
      text: 'Todos deben poder comunicarse al mismo tiempo. Al abrir y al cerrar cada pregunta se guarda quién estaba conectado.',
      source: 'art. 42',
    },
    { text: 'No se ofrece la mayoría calificada del 70 %.', source: 'art. 46, parágrafo' },
  ],
  mixed: [
    {
      text: 'Quien asiste a distancia debe poder comunicarse al mismo tiempo. Al abrir y al cerrar cada pregunta se guarda quién estaba conectado.',
      source: 'art. 42',
    },
    {
      text: 'Según una lectura de la ley, la mayoría calificada se alcanza solo con los votos dados en el salón; lo más seguro es decidirla en una asamblea presencial.',
      source: 'art. 46, parágrafo',
    },
  ],
};

/**
 * Returns the legal requirements of an assembly about quorum, mode and acta (minutes): Spanish sentences with the
 * article of law.
 */
export function lawNotes({ call, mode }: Pick<Assembly, 'call' | 'mode'>): LawNote[] {
  const acta =
    mode === 'inPerson'
      ? {
          text: 'El acta queda a disposición de los propietarios en los 20 días hábiles siguientes.',
          source: 'art. 47',
        }
      : {
          text: 'Si alguien participó a distancia, el acta se firma y se comunica en los 10 días siguientes.',
          source: 'art. 44',
        };
  return [quorumNotes[call], ...modeNotes[mode], acta];
}
