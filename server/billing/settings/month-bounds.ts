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

/**
 * True if a month is too far in the future to be billed: more than 2 months after the later of the current
 * month and the last issued month. The year is then probably mistyped.
 */
export function isTooLate(month: Month, today: Day, lastIssued: Month | null): boolean {
  const now = monthOfDay(today);
  const from = lastIssued !== null && lastIssued > now ? lastIssued : now;
  return month > shiftMonth(from, MONTHS_AHEAD);
}

/**
 * True if the first month of a joint is more than 13 months in the past, so that the year may be mistyped.
 * Always false after the first issue (`lastIssued` is not null).
 */
export function isLongAgo(month: Month, today: Day, lastIssued: Month | null): boolean {
  return lastIssued === null && month < shiftMonth(monthOfDay(today), -MONTHS_BACK);
}
