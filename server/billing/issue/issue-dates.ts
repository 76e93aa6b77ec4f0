import type { BillingSettings } from '../../../shared/billing/settings.api.ts';
import { type Day, dayOf, firstDayOf, type Month, shiftMonth } from '../../../shared/days.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Books } from '../ledger/books.repository.ts';

/** The days of an issue, as they are asked for: null where left out. */
export interface GivenDates {
  issueDate: Day | null;
  dueDate: Day | null;
}

/** What bounds them. */
interface Bounds {
  settings: BillingSettings;
  /** What the prepared month proposes. */
  proposed: Day | null;
  /** The first day that is open, and the last one that anything is posted on. */
  openFrom: Day | null;
  latest: Day | null;
  today: Day;
}

/** The first day that an issue may be dated on; null where nothing was ever posted. */
export function earliestIssue({ openFrom, latest }: Pick<Bounds, 'openFrom' | 'latest'>): Day | null {
  if (openFrom === null || latest === null) return openFrom ?? latest;
  return openFrom > latest ? openFrom : latest;
}

/**
 * The days that a month is issued with: today, and the due day that its sheet said, else the joint's, unless others are given.
 * @throws Problem dateInFuture, issueDateTooEarly, dueDateInvalid
 */
export function issueDatesOf(
  month: Month,
  given: GivenDates,
  bounds: Bounds,
): { issueDate: Day; dueDate: Day } {
  const issueDate = given.issueDate ?? bounds.today;
  if (issueDate > bounds.today) throw new Problem('dateInFuture');
  const earliest = earliestIssue(bounds);
  if (earliest !== null && issueDate < earliest) throw new Problem('issueDateTooEarly', { earliest });
  const dueDate = given.dueDate ?? bounds.proposed ?? dayOf(month, bounds.settings.dueDay);
  if (dueDate < firstDayOf(month)) throw new Problem('dueDateInvalid');
  return { issueDate, dueDate };
}

/** The months whose late interest an issue reckons: each not yet reckoned, up to the one before. */
export function monthsToReckon(month: Month, { interestThrough }: Pick<Books, 'interestThrough'>): Month[] {
  const last = shiftMonth(month, -1);
  const months: Month[] = [];
  // Before the first issue nothing but the month before.
  let next = interestThrough === null ? last : shiftMonth(interestThrough, 1);
  for (; next <= last; next = shiftMonth(next, 1)) months.push(next);
  return months;
}
