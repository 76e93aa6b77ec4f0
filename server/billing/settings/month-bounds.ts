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
 * True if a month is more than 2 months after the later of two months: the month of `today`, and `lastIssued`
 * (last month with bills). The year is then probably mistyped.
 */
export function isTooLate(month: Month, today: Day, lastIssued: Month | null): boolean {
  const now = monthOfDay(today);
  const from = lastIssued !== null && lastIssued > now ? lastIssued : now;
  return month > shiftMonth(from, MONTHS_AHEAD);
}

/**
 * True if a joint's first month is more than 13 months before the month of `today`, so that its year may be
 * mistyped. False if a month was already issued (`lastIssued` is not null).
 */
export function isLongAgo(month: Month, today: Day, lastIssued: Month | null): boolean {
  return lastIssued === null && month < shiftMonth(monthOfDay(today), -MONTHS_BACK);
}
