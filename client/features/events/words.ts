import { date } from '../../lib/format.ts';

/**
 * Formats the day of an event (YYYY-MM-DD) in Spanish: '21 de noviembre de 2026'; 'Sin fecha' for null. Uses
 * noon, so no time zone changes the day.
 */
export const eventDay = (day: string | null): string =>
  day === null ? 'Sin fecha' : date(`${day}T12:00:00-05:00`);
