import { type Day, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';

/**
 * Maximum number of months to bill in advance. Issuing a month closes all earlier months, so a mistyped year must
 * be refused.
 */
const MONTHS_AHEAD = 2;
/**
 * Maximum number of months before today for a joint's first month. A first month further back is probably a typing
 * error.
 */
const MONTHS_BACK = 13;

/** True if a month is so far after today and after the last issued month that its year must be a mistake. */
export function isTooLate(month: Month, today: Day, lastIssued: Month | null): boolean {
  const now = monthOfDay(today);
  const from = lastIssued !== null && lastIssued > now ? lastIssued : now;
  return month > shiftMonth(from, MONTHS_AHEAD);
}

/** True if a joint's first month is so long ago that its year may be a mistake. */
export function isLongAgo(month: Month, today: Day, lastIssued: Month | null): boolean {
  return lastIssued === null && month < shiftMonth(monthOfDay(today), -MONTHS_BACK);
}
