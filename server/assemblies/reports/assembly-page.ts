import {
  assemblyKindNames,
  assemblyName,
  callNames,
  modeNames,
} from '../../../shared/assemblies/assembly-words.ts';
import { dateTime, exactTime } from '../../../shared/format.ts';
import type { PageFact, ReportPage } from '../../platform/documents/report-page.ts';
import type { ReportCell } from '../../platform/documents/report-table.ts';
import type { Attendee, ReportHeading, ReportUnit } from './rows.ts';
import { capacityName } from './words.ts';

/** What stands around every report of an assembly; without its title and content. */
export function assemblyPage({
  jointName,
  rootName,
  assembly,
  madeAt,
  trail,
}: ReportHeading): Omit<ReportPage, 'title' | 'content'> {
  const { kind, mode, call, openedAt, closedAt } = assembly;
  const facts: PageFact[] = [
    { label: 'Asamblea', value: `${assemblyKindNames[kind]}, ${modeNames[mode].toLowerCase()}` },
    { label: 'Convocatoria', value: callNames[call] },
    { label: 'Apertura', value: openedAt === null ? 'Sin abrir' : dateTime(openedAt) },
    { label: 'Cierre', value: closedAt === null ? 'Sin cerrar' : dateTime(closedAt) },
  ];
  return { jointName, rootName, subject: assemblyName(assembly), facts, madeAt, trail };
}

/** In which capacity somebody answers for a unit: 'Por poder, desde casa'. */
const capacityWords = (attendee: Attendee): string =>
  `${capacityName(attendee)}${attendee.remote ? ', desde casa' : ''}`;

/** Who answered for a unit; an owner who came for himself is not written twice. */
export function attendeeCell({
  attendee,
  owner,
}: ReportUnit & { attendee: Attendee | null }): string | ReportCell {
  if (attendee === null) return 'Sin registro';
  const { name, document } = attendee;
  const capacity = capacityWords(attendee);
  const isOwner = attendee.capacity === 'owner' && (name === null || name === owner);
  if (isOwner) return document === null ? capacity : { text: capacity, small: `Documento ${document}` };
  return {
    text: name ?? 'Sin nombre',
    small: document === null ? capacity : `${capacity}, doc. ${document}`,
  };
}

/** How something ended, why, and who noted it. */
export function endedWords({
  why,
  reason,
  by,
}: {
  why: string;
  reason: string | null;
  by: string;
}): ReportCell {
  return { text: reason === null || reason === '' ? why : `${why}: ${reason}`, small: by };
}

/** Writes times of day, with the day where they are not all of one. */
export function clockOf(times: readonly number[]): (at: number) => string {
  const iso = (at: number) => new Date(at).toISOString();
  const isOneDay = new Set(times.map((at) => dayOf.format(at))).size < 2;
  return (at) => (isOneDay ? exactTime(iso(at)) : `${dayOf.format(at)} ${exactTime(iso(at))}`);
}

const dayOf = new Intl.DateTimeFormat('es-CO', {
  timeZone: 'America/Bogota',
  day: '2-digit',
  month: '2-digit',
});
