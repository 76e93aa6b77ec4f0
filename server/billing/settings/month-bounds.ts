import { type Day, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';

/** Issuing a month closes all earlier months, so a mistyped year must be refused. */
const MONTHS_AHEAD = 2;
/** A first month further back is probably a typing error. */
const MONTHS_BACK = 13;

/** True if a month is too far after today and after the last issued month, so that the year must be a mistake. */
export function isTooLate(month: Month, today: Day, lastIssued: Month | null): boolean {
  const now = monthOfDay(today);
  const from = lastIssued !== null && lastIssued > now ? lastIssued : now;
  return month > shiftMonth(from, MONTHS_AHEAD);
}

/** True if a joint's first month is so far back that the year may be a mistake. */
export function isLongAgo(month: Month, today: Day, lastIssued: Month | null): boolean {
  return lastIssued === null && month < shiftMonth(monthOfDay(today), -MONTHS_BACK);
}
