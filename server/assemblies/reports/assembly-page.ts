import { assemblyName, callNames, kindNames, modeNames } from '../../../shared/assemblies/assembly-words.ts';
import { dateTime } from '../../../shared/format.ts';
import type { Fact, ReportPage } from '../../reports/report-page.ts';
import type { Attendee, ReportHeading } from './rows.ts';

/** What stands around every report of an assembly; without its title and content. */
export function assemblyPage({
  jointName,
  rootName,
  assembly,
  madeAt,
  trail,
}: ReportHeading): Omit<ReportPage, 'title' | 'content'> {
  const { kind, mode, call, openedAt, closedAt } = assembly;
  const facts: Fact[] = [
    { label: 'Asamblea', value: `${kindNames[kind]}, ${modeNames[mode].toLowerCase()}` },
    { label: 'Convocatoria', value: callNames[call] },
    { label: 'Apertura', value: openedAt === null ? 'Sin abrir' : dateTime(openedAt) },
    { label: 'Cierre', value: closedAt === null ? 'Sin cerrar' : dateTime(closedAt) },
  ];
  return { jointName, rootName, subject: assemblyName(assembly), facts, madeAt, trail };
}

/** In which capacity somebody answers for a unit: 'Por poder, desde casa'. */
export function capacityWords({ capacity, remote }: Attendee): string {
  return `${capacity === 'proxy' ? 'Por poder' : 'Propio'}${remote ? ', desde casa' : ''}`;
}
