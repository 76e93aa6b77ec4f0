import type { Snapshot } from '../../../../shared/assemblies/live.ts';

/** The point of the agenda that is being dealt with, 'Punto 4: Presupuesto'; null where there is none. */
export function pointWords(assembly: Snapshot['assembly'] | undefined): string | null {
  if (assembly == null || assembly.point === null || assembly.closedAt !== null) return null;
  const { number, text } = assembly.point;
  return `Punto ${number}${text === '' ? '' : `: ${text}`}`;
}
