import type { Assembly } from '../../shared/properties/joints.api.ts';
import { dateTime } from '../lib/format.ts';

export const kindNames: Record<Assembly['kind'], string> = {
  ordinary: 'Ordinaria',
  extraordinary: 'Extraordinaria',
};

export const modeNames: Record<Assembly['mode'], string> = {
  inPerson: 'Presencial',
  virtual: 'Virtual',
  mixed: 'Mixta',
};

export const callNames: Record<Assembly['call'], string> = { 1: 'Primera', 2: 'Segunda' };

/** Where an assembly is: in preparation, going on, or over. */
export function assemblyState(assembly: Assembly): string {
  if (assembly.closedAt !== null) return `Cerrada el ${dateTime(assembly.closedAt)}`;
  if (assembly.openedAt !== null) return `Abierta desde el ${dateTime(assembly.openedAt)}`;
  return 'En preparación';
}

/** The end of one that was. The next one archives it also where nobody closed it. */
export function formerState(assembly: Assembly): string {
  return assembly.closedAt === null ? 'Archivada sin cerrar' : assemblyState(assembly);
}

/** An assembly in one line: its title, or what it is. */
export function assemblyName(assembly: Pick<Assembly, 'title' | 'kind'>): string {
  return assembly.title ?? `Asamblea ${kindNames[assembly.kind].toLowerCase()}`;
}
