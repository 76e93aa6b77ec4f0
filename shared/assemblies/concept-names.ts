import { ATTENDANCE } from './concepts.api.ts';

/* Words for open questions. Outcome words are in `concept-words.ts`, to keep the first load of phones small. */

/**
 * Returns the Spanish name of a concept for screens: 'REGISTRO' for attendance (id 1), 'VOTACIÓN 3' for the
 * question with id 4.
 */
export function conceptName(conceptId: number): string {
  return conceptId === ATTENDANCE ? 'REGISTRO' : `VOTACIÓN ${conceptId - 1}`;
}

/**
 * Finds the open question among the concepts of a joint; concept 1 (attendance) does not count. Null if no question
 * is open; at most a single question is open.
 */
export function activeQuestion<C extends { conceptId: number; active: 0 | 1 }>(
  concepts: readonly C[],
): C | null {
  return concepts.find((concept) => concept.conceptId !== ATTENDANCE && concept.active === 1) ?? null;
}

/**
 * Formats a countdown in whole seconds: 65 gives 'Cierra en 1:05'. At 0: a Spanish sentence about the end of the
 * time.
 */
export function countdownWords(seconds: number): string {
  if (seconds === 0) return 'Se cumplió el tiempo: la votación se va a cerrar.';
  return `Cierra en ${clockWords(seconds)}`;
}

/** Returns the whole seconds from `now` to `at` (epoch ms), never negative: 0 from `at` on. */
export const secondsLeft = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / 1_000));

/** Formats a number of seconds as minutes and seconds: 65 gives '1:05'. For countdowns on screens. */
export function clockWords(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
