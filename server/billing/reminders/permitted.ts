import { addDays, type Day, dayInBogota, instantInBogota } from '../../../shared/days.ts';
import { HOUR_MS } from '../../../shared/durations.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { isHoliday } from '../../platform/lib/business-days.ts';

/** Reasons to refuse a contact about a debt, with the article of Ley 2300 de 2023. */
export type ContactRule = 'channel' | 'hours' | 'week';

/** Refusal of a contact: the rule, and the next permitted instant (epoch ms); null if no instant helps. */
export interface ContactRefusal {
  rule: ContactRule;
  next: Millis | null;
}

/** Hours of contacts by weekday, Sunday first; null without contacts (Ley 2300 de 2023, art. 3). */
const WEEK = [null, ...Array.from({ length: 5 }, () => [7, 19] as const), [8, 15] as const] as const;

const weekdayOf = (day: Day): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** Returns the permitted hours of a day in Colombia, both ends included, as epoch ms; null on a Sunday or holiday. */
function hoursOf(day: Day): { from: Millis; to: Millis } | null {
  const midnight = Date.parse(`${day}T00:00:00-05:00`);
  const hours = isHoliday(day) ? null : (WEEK[weekdayOf(day)] ?? null);
  if (hours === null) return null;
  const [from, to] = hours;
  return { from: midnight + from * HOUR_MS, to: midnight + to * HOUR_MS };
}

/** Returns the Monday of the calendar week of an instant in Colombia. */
const mondayOf = (at: Millis): Day => {
  const day = dayInBogota(at);
  return addDays(day, -((weekdayOf(day) + 6) % 7));
};

/** Returns the first instant within the permitted hours, at or after an instant. */
function nextHours(at: Millis): Millis {
  for (let day = dayInBogota(at); ; day = addDays(day, 1)) {
    const hours = hoursOf(day);
    if (hours !== null && at <= hours.to) return Math.max(at, hours.from);
  }
}

/** True within the permitted hours: Monday to Friday 7:00 to 19:00, Saturday 8:00 to 15:00, never on Sundays and holidays. */
export const isWithinHours = (at: Millis): boolean => nextHours(at) === at;

/** True for two instants in the same calendar week, Monday to Sunday. */
export const isSameWeek = (one: Millis, other: Millis): boolean => mondayOf(one) === mondayOf(other);

/**
 * Returns the refusal of a contact about a debt with a person, or null if permitted (Ley 2300 de 2023, arts. 2 and 3): an
 * authorised channel, the hours, and a single contact in a calendar week over all units of the person.
 * @param contacts instants of the earlier contacts with the person, answered or not
 */
export function refusalOf(
  at: Millis,
  contacts: readonly Millis[],
  isAuthorised: boolean,
): ContactRefusal | null {
  if (!isAuthorised) return { rule: 'channel', next: null };
  const weeks = new Set(contacts.map(mondayOf));
  const isContacted = weeks.size > 0 && weeks.has(mondayOf(at));
  if (!isContacted && isWithinHours(at)) return null;
  const rule = isContacted ? 'week' : 'hours';
  let next = nextHours(at);
  while (weeks.size > 0 && weeks.has(mondayOf(next)))
    next = nextHours(Date.parse(instantInBogota(addDays(mondayOf(next), 7), '00:00')));
  return { rule, next };
}
