import type { Millis } from '../platform/db/tables.ts';

const TIME_ZONE = 'America/Bogota';
const time = new Intl.DateTimeFormat('es-CO', {
  timeZone: TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
// Swedish writes days as ISO 8601 does.
const day = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE, dateStyle: 'short' });

/** hh:mm:ss in America/Bogota. */
export const clockTime = (at: Millis): string => time.format(at);
/** YYYY-MM-DD in America/Bogota. */
export const calendarDay = (at: Millis): string => day.format(at);
