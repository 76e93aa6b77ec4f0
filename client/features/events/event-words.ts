import { date } from '../../lib/format.ts';

/** A day (YYYY-MM-DD) in words: '21 de noviembre de 2026'. Noon, so that no time zone makes another day of it. */
export const eventDay = (day: string | null): string =>
  day === null ? 'Sin fecha' : date(`${day}T12:00:00-05:00`);
