import { addDays, dayInBogota, isDay } from '../../shared/days.ts';
import type { Millis } from '../platform/db/tables.ts';

const HOUR = /^(\d{1,2})(?::(\d{2})(?::(\d{2})(?:[.,](\d{1,3}))?)?)?\s*(?:([ap])\.?\s?m\.?)?$/i;
const ISO_DAY = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s,]+(.+))?$/i;
const WRITTEN_DAY = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?:[\s,]+(.+))?$/;
const NAMED_DAY = /^(hoy|ayer)(?:[\s,]+(.+))?$/i;
const ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;
const DAY_END = '23:59:59.999';

/**
 * Parses date and time typed by a person, for a restore. Without a zone: Colombia. Examples: '2026-11-28
 * 3:15', '28/11/2026 03:15', '3:15 pm' (last time the clock showed the hour), 'ayer 22:23:19'. A date alone
 * means the end of the day.
 * @param now epoch ms
 * @returns epoch ms, or null for other texts
 */
export function readWrittenInstant(text: string, now: Millis): Millis | null {
  const written = text.trim().replace(/\s+a\s+las?\s+/i, ' ');
  if (/T/i.test(written) && ZONE.test(written)) return validInstant(Date.parse(written));
  const zone = /\d:\d\d(?::\d\d(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})$/i.exec(written)?.[1] ?? '';
  const { day, hour, isHourAlone } = writtenParts(written.slice(0, written.length - zone.length).trim(), now);
  const time = day === null || hour === null ? null : timeOf(hour);
  if (day === null || time === null) return null;
  const at = validInstant(Date.parse(`${day}T${time}${zone === '' ? '-05:00' : zone}`));
  if (at === null || !isHourAlone || at <= now) return at;
  return validInstant(Date.parse(`${addDays(day, -1)}T${time}-05:00`));
}

const validInstant = (at: Millis): Millis | null => (Number.isNaN(at) ? null : at);

interface WrittenParts {
  day: string | null;
  hour: string | null;
  isHourAlone: boolean;
}

function writtenParts(text: string, now: Millis): WrittenParts {
  const today = dayInBogota(now);
  const [, year, month, day, isoHour] = ISO_DAY.exec(text) ?? [];
  if (year !== undefined)
    return { day: realDay(year, month, day), hour: isoHour ?? DAY_END, isHourAlone: false };
  const [, wDay, wMonth, wYear, wHour] = WRITTEN_DAY.exec(text) ?? [];
  if (wYear !== undefined)
    return { day: realDay(wYear, wMonth, wDay), hour: wHour ?? DAY_END, isHourAlone: false };
  const [, named, nHour] = NAMED_DAY.exec(text) ?? [];
  if (named !== undefined) {
    const isToday = named.toLowerCase() === 'hoy';
    return { day: isToday ? today : addDays(today, -1), hour: nHour ?? DAY_END, isHourAlone: false };
  }
  // A bare number is ambiguous.
  return { day: /\D/.test(text) ? today : null, hour: text, isHourAlone: true };
}

/** Returns a calendar day as ISO text. Null for days like 31 February. */
function realDay(year = '', month = '', day = ''): string | null {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDay(text) ? text : null;
}

/** Returns HH:mm:ss.SSS for '3:15 pm', '22:23:19' or '3 p. m.'. Null if not a time. */
function timeOf(text: string): string | null {
  const [, hour, minute = '00', second = '00', fraction = '0', half] = HOUR.exec(text.trim()) ?? [];
  if (hour === undefined) return null;
  let hours = Number(hour);
  if (half !== undefined) {
    if (hours < 1 || hours > 12) return null;
    hours = (hours % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  }
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return `${String(hours).padStart(2, '0')}:${minute}:${second}.${fraction.padEnd(3, '0')}`;
}
