import { ATTENDANCE } from './concepts.api.ts';

/*
 * What a phone says of a question while it is open, apart from the words for what became of it (`concept-words.ts`): these
 * come with its first load, and those do not.
 */

/** How a concept is named: 'REGISTRO', 'VOTACIÓN 3'. */
export function conceptName(conceptId: number): string {
  return conceptId === ATTENDANCE ? 'REGISTRO' : `VOTACIÓN ${conceptId - 1}`;
}

/** The question that is open now, if any. */
export function activeQuestion<C extends { conceptId: number; active: 0 | 1 }>(
  concepts: readonly C[],
): C | null {
  return concepts.find((concept) => concept.conceptId !== ATTENDANCE && concept.active === 1) ?? null;
}

/** How long until the announced closing, by whole seconds: 'Cierra en 1:05', then that the time is over. */
export function countdownWords(seconds: number): string {
  if (seconds === 0) return 'Se cumplió el tiempo: la votación se va a cerrar.';
  return `Cierra en ${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
