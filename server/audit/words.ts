import { ATTENDANCE } from '../../shared/assemblies/concepts.api.ts';

/** A question as screens number it, with where it was asked; the trail knows joints and assemblies by number. */
export const questionWords = (jointId: number, conceptId: number): string =>
  `${conceptId === ATTENDANCE ? 'el registro de asistencia' : `VOTACIÓN ${conceptId - 1}`} de la copropiedad ${jointId}`;

/** A unit by a name made by `unitName` or `voteName`. */
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
