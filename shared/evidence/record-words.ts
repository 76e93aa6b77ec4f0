import { ATTENDANCE } from '../assemblies/concepts.api.ts';

/**
 * Names a question in a Spanish sentence about differences: 'VOTACIÓN 2 de la copropiedad 3'. For texts made from
 * the audit trail alone, so without the name of the joint.
 */
export const questionWords = (jointId: number, conceptId: number): string =>
  `${conceptId === ATTENDANCE ? 'el registro de asistencia' : `VOTACIÓN ${conceptId - 1}`} de la copropiedad ${jointId}`;

/**
 * Returns the Spanish words for a unit in a sentence about audit differences: 'inmueble 101 de la copropiedad 3
 * (asamblea 12)'. For a vote: 'inmueble 101 en VOTACIÓN 2 de la copropiedad 3 (asamblea 12)'.
 * @param name key of a record, made by `unitName` or `voteName`: JSON text of an array of ids, ending in the unit's
 * id
 */
export function nameWords(name: string): string {
  const parts: unknown[] = JSON.parse(name);
  const [assemblyId, jointId] = parts;
  const unit = `inmueble ${String(parts.at(-1))}`;
  const where =
    parts.length === 4
      ? `en ${questionWords(Number(jointId), Number(parts[2]))}`
      : `de la copropiedad ${String(jointId)}`;
  return `${unit} ${where} (asamblea ${String(assemblyId)})`;
}
