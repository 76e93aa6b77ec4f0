import { conceptName } from '../../../shared/assemblies/concept-names.ts';
import { formatCoefficient } from '../../../shared/coefficient.ts';
import { DAY_MS } from '../../../shared/durations.ts';
import { coefficient, date, exactTime, sentence, units } from '../../../shared/format.ts';
import type { Assembly } from '../../../shared/properties/joints.api.ts';
import type { Millis } from '../../platform/db/tables.ts';
import type { Attendee, ReportUnit } from '../reports/rows.ts';
import type { QuestionMoment, RepresentedShare } from './acta-facts.ts';

/* How the acta says what is stored. Times are those of America/Bogota. */

const instant = (at: Millis): string => new Date(at).toISOString();
const day = (at: Millis): string => date(instant(at));
/** Formats the time of day of an instant (epoch ms) with seconds, '18:05:09', because many acts share a minute. */
export const hour = (at: Millis): string => exactTime(instant(at));
/** Formats a time as day and time of day: '5 de marzo de 2026, 18:05:09'. */
export const dayAndHour = (at: Millis): string => `${day(at)}, ${hour(at)}`;
/**
 * Formats an instant in a table as time of day; as day and time if over 24 hours before the end, as in a first call of
 * another day.
 */
export const hourBefore = (at: Millis, end: Millis): string =>
  end - at > DAY_MS ? dayAndHour(at) : hour(at);
/** Formats an instant like 'el 5 de marzo de 2026 a las 18:05:09'. */
export const onDayAtHour = (at: Millis): string => `el ${day(at)} a las ${hour(at)}`;

/** Spanish names of the modes of an assembly, as written in the acta. */
export const modeWords: Record<Assembly['mode'], string> = {
  inPerson: 'Presencial',
  virtual: 'No presencial (virtual)',
  mixed: 'Mixta: presencial y a distancia',
};

/** Formats a number of units with a coefficient in 10⁻⁹: '12 inmuebles con 34,5678 de coeficiente'. */
export const representedWords = (sum: RepresentedShare): string =>
  `${units(sum.apartments)} con ${formatCoefficient(sum.coefficient)} de coeficiente`;
/**
 * Formats a number of units with a decimal coefficient (34.5678) from the wall: '12 inmuebles con 34,5678 de
 * coeficiente'. `representedWords` does the same with a coefficient in 10⁻⁹.
 */
export const weightWords = (sum: { apartments: number; coefficient: number }): string =>
  `${units(sum.apartments)} con ${coefficient(sum.coefficient)} de coeficiente`;

/**
 * Returns the name of an attendee with the identity document, for the acta. Without a name: words for an unnamed
 * person, because the desk may leave out the name of an owner.
 */
export function attendeeName({ name, document, capacity }: Attendee): string {
  const who = name ?? (capacity === 'owner' ? 'El propietario' : 'Sin nombre registrado');
  return document === null || document === '' ? who : `${who}, doc. ${document}`;
}

/** Formats a unit with its owner: '101 (ANA RUIZ)'. */
export const unitWords = ({ apartmentId, owner }: ReportUnit): string =>
  owner === '' ? apartmentId : `${apartmentId} (${owner})`;

/**
 * Writes a reason typed by a person as the end of a sentence in the acta: ' Motivo: llegó tarde.' '' without a
 * reason.
 */
export const reasonWords = (reason: string | null): string =>
  reason === null || reason.trim() === '' ? '' : ` Motivo: ${sentence(reason.trim())}`;

/** Names an opening or closing of a question in the acta: 'VOTACIÓN 2, apertura'. */
export const momentName = ({ conceptId, moment }: QuestionMoment): string =>
  `${conceptName(conceptId)}, ${moment === 'opened' ? 'apertura' : 'cierre'}`;
