import { colombianHolidays } from 'colombian-holidays';
import { addDays, addMonths, type Day, dayInBogota } from '../../../shared/days.ts';
import type { Millis } from '../../platform/db/tables.ts';

/** The summary that is promised (the specification, section 1), in business days after the closing. */
const SUMMARY_DAYS = 3;
/** Ley 675 de 2001, art. 47: a copy of the acta is at the owners' disposal, in business days after the meeting. */
const ACTA_DAYS = 20;
/** Ley 675 de 2001, art. 44, where anyone took part remotely; calendar days, the stricter reading. */
const REMOTE_ACTA_DAYS = 10;
/** Ley 1564 de 2012, art. 382: months after the act in which it may be challenged. */
const CHALLENGE_MONTHS = 2;

/** What is due after an assembly, and until when it may be challenged. docs/after.md says by which rules. */
export interface Deadlines {
  heldOn: Day;
  summaryDueOn: Day;
  acta: { dueOn: Day; days: number; business: boolean };
  challengeUntil: Day;
}

/**
 * The deadlines that follow from a closing.
 * @param remote whether anyone took part from elsewhere
 */
export function deadlinesOf(closedAt: Millis, remote: boolean): Deadlines {
  const heldOn = dayInBogota(closedAt);
  return {
    heldOn,
    summaryDueOn: addBusinessDays(heldOn, SUMMARY_DAYS),
    acta: remote
      ? { dueOn: addDays(heldOn, REMOTE_ACTA_DAYS), days: REMOTE_ACTA_DAYS, business: false }
      : { dueOn: addBusinessDays(heldOn, ACTA_DAYS), days: ACTA_DAYS, business: true },
    challengeUntil: businessDayFrom(addMonths(heldOn, CHALLENGE_MONTHS)),
  };
}

/** Whether work is done that day: no Saturday, no Sunday, no Colombian holiday. */
export function isBusinessDay(day: Day): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidaysOf(Number(day.slice(0, 4))).has(day);
}

/** The last of so many business days; the day itself is not counted. */
export function addBusinessDays(day: Day, days: number): Day {
  let reached = day;
  for (let left = days; left > 0; ) {
    reached = addDays(reached, 1);
    if (isBusinessDay(reached)) left -= 1;
  }
  return reached;
}

/** The day itself where it is a business day, else the next one. */
function businessDayFrom(day: Day): Day {
  return isBusinessDay(day) ? day : addBusinessDays(day, 1);
}

const known = new Map<number, ReadonlySet<Day>>();

function holidaysOf(year: number): ReadonlySet<Day> {
  const before = known.get(year);
  if (before !== undefined) return before;
  const days = new Set(colombianHolidays({ year, valueAsDate: false }).map((one) => one.celebrationDate));
  known.set(year, days);
  return days;
}
