import type { Snapshot } from '../../../../shared/assemblies/live.ts';

/**
 * Returns number and text of the agenda's current point, for wall and phones: 'Punto 4: Presupuesto'. Null without
 * a current point, and after the end of the assembly.
 */
export function pointWords(assembly: Snapshot['assembly'] | undefined): string | null {
  if (assembly == null || assembly.point === null || assembly.closedAt !== null) return null;
  const { number, text } = assembly.point;
  return `Punto ${number}${text === '' ? '' : `: ${text}`}`;
}
