import { type Day, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';

/** A month that is issued closes all before it for good, so that a mistyped year must not get so far. */
const MONTHS_AHEAD = 2;
/** A joint's first month that is further back was hardly meant. */
const MONTHS_BACK = 13;

/** Whether a month begins so late, beside today and the joint's last issued one, that its year must be a mistake. */
export function isTooLate(month: Month, today: Day, lastIssued: Month | null): boolean {
  const now = monthOfDay(today);
  const from = lastIssued !== null && lastIssued > now ? lastIssued : now;
  return month > shiftMonth(from, MONTHS_AHEAD);
}

/** Whether a joint's first month is so far back that its year may be a mistake. */
export function isLongAgo(month: Month, today: Day, lastIssued: Month | null): boolean {
  return lastIssued === null && month < shiftMonth(monthOfDay(today), -MONTHS_BACK);
}
