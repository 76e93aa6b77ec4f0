import { formatCoefficient, nano } from '../../coefficient.ts';
import { invitedFor } from '../../format.ts';
import { agendaLines } from '../law/agenda.ts';
import { type ConveningUnit, convenerNames } from '../law/conveners.ts';
import { assemblyKindNames, modeNames } from '../words.ts';

/**
 * Spanish names of the facts of an assembly with a history of changes (specification, §18), in the order of the
 * acta (minutes).
 */
export const meetingFactNames = {
  kind: 'la clase de asamblea',
  mode: 'la modalidad',
  title: 'el título',
  convener: 'quién convocó',
  conveningUnits: 'los inmuebles de quienes convocaron',
  notice: 'la forma de la convocatoria',
  scheduledAt: 'el día y la hora',
  place: 'el lugar',
  zoomId: 'la reunión por video',
  president: 'el presidente',
  secretary: 'el secretario',
  fiscalAuditor: 'el revisor fiscal',
  agenda: 'el orden del día',
} as const;
/** Name of a fact about an assembly, for example `convener` or `mode`. */
export type MeetingFact = keyof typeof meetingFactNames;
/** Names of all facts about an assembly with a history of changes, in the order of the acta (minutes). */
export const meetingFacts = Object.keys(meetingFactNames) as MeetingFact[];
/** True if a text is the name of a fact about an assembly, for example `convener`. */
export const isMeetingFact = (name: string): name is MeetingFact => Object.hasOwn(meetingFactNames, name);

/**
 * Writes the value of a fact of an assembly (place, day, mode …) in Spanish words, for the acta and the list of
 * changes. Null if the fact is empty.
 * @param value as in the API or audit trail: an instant is ISO 8601 or epoch ms
 */
export function meetingFactText(fact: MeetingFact, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (fact === 'conveningUnits') return convenersText(value as ConveningUnit[]);
  if (fact === 'scheduledAt') return invitedFor(new Date(value as string | number).toISOString());
  const text = String(value).trim();
  if (text === '') return null;
  if (fact === 'kind') return nameIn(assemblyKindNames, text);
  if (fact === 'mode') return nameIn(modeNames, text);
  if (fact === 'convener') return nameIn(convenerNames, text);
  if (fact !== 'agenda') return text;
  return agendaLines(text).join('; ') || null;
}

const nameIn = (names: Readonly<Record<string, string>>, name: string): string => names[name] ?? name;

/** Lists units with owners and the sum: '101 (ANA RUIZ), 102 (LUIS PAZ), con 25,5000 de coeficiente'. */
function convenersText(units: readonly ConveningUnit[]): string | null {
  if (units.length === 0) return null;
  const sum = units.reduce((total, { coefficient }) => total + coefficient, 0);
  const names = units.map(({ apartmentId, owner }) =>
    owner === '' ? apartmentId : `${apartmentId} (${owner})`,
  );
  return `${names.join(', ')}, con ${formatCoefficient(nano(sum))} de coeficiente`;
}
