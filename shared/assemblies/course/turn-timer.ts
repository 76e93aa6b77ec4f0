import { MINUTE_MS } from '../../durations.ts';
import { clockWords } from '../concept-names.ts';

/** Returns the words of a turn's timer from the seconds left: '1:05', and 'Tiempo cumplido' at 0. */
export const timerWords = (seconds: number): string =>
  seconds === 0 ? 'Tiempo cumplido' : clockWords(seconds);

/**
 * Returns the end of a turn after an extension: the minutes count from the end of the given time, or from now once
 * the time has run out. Epoch ms.
 */
export const extendedTo = (endsAt: number, minutes: number, now: number): number =>
  Math.max(endsAt, now) + minutes * MINUTE_MS;
