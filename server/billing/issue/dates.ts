import type { BillingSettings } from '../../../shared/billing/settings.api.ts';
import { type Day, dayOf, firstDayOf, type Month, monthOfDay, shiftMonth } from '../../../shared/days.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Books } from '../ledger/books.repository.ts';

/** Issue date and due date of a month as chosen by the user; null takes the default date (`issueDatesOf`). */
export interface GivenDates {
  issueDate: Day | null;
  dueDate: Day | null;
}

/** Limits and defaults for the dates of an issue. */
interface Bounds {
  settings: BillingSettings;
  /** Due date proposed when the month was prepared; null for the joint's usual due day. */
  proposed: Day | null;
  /** First day open for postings, and last posting date in the books. Null for empty books. */
  openFrom: Day | null;
  latest: Day | null;
  today: Day;
}

/** State of the books for the dates of an issue, with the value dates of the payments in the month's spreadsheet. */
export interface IssueGrounds {
  books: Books;
  /** Last posting date; null for empty books. */
  latest: Day | null;
  paid: readonly Day[];
}

/** Returns the earliest day allowed for the issue; null for empty books. */
function earliestIssue({ openFrom, latest }: Pick<Bounds, 'openFrom' | 'latest'>): Day | null {
  if (openFrom === null || latest === null) return openFrom ?? latest;
  return openFrom > latest ? openFrom : latest;
}

/**
 * Proposes the issue date shown before a prepared month is issued: today, or for a past month the first day
 * of the month, so that a later month can be issued afterwards. Never before the first open day of the books
 * or before a payment in the month's spreadsheet.
 * @param paid value dates of the payments in the spreadsheet
 */
export function proposedIssue(
  month: Month,
  paid: readonly Day[],
  bounds: Pick<Bounds, 'openFrom' | 'latest' | 'today'>,
): Day {
  const { today } = bounds;
  const earliest = earliestIssue(bounds);
  const own = month < monthOfDay(today) ? firstDayOf(month) : today;
  const late = [own, ...paid.filter((day) => day <= today), ...(earliest === null ? [] : [earliest])];
  return late.sort().at(-1) ?? today;
}

/**
 * Returns issue date and due date for the bills of a month: the dates chosen by the user, else the defaults.
 * Default issue date: today. Default due date: (1) the date found in the month's spreadsheet, (2) the joint's
 * usual due day.
 * @throws Problem dateInFuture, issueDateTooEarly, dueDateInvalid
 */
export function issueDatesOf(
  month: Month,
  sentDates: GivenDates,
  bounds: Bounds,
): { issueDate: Day; dueDate: Day } {
  const issueDate = sentDates.issueDate ?? bounds.today;
  if (issueDate > bounds.today) throw new Problem('dateInFuture');
  const earliest = earliestIssue(bounds);
  if (earliest !== null && issueDate < earliest) throw new Problem('issueDateTooEarly', { earliest });
  const dueDate = sentDates.dueDate ?? bounds.proposed ?? dayOf(month, bounds.settings.dueDay);
  if (dueDate < firstDayOf(month)) throw new Problem('dueDateInvalid');
  return { issueDate, dueDate };
}

/**
 * Returns the dates of a preview: the sent issue date, or the proposed day, and the due date.
 * @throws Problem dateInFuture, issueDateTooEarly, dueDateInvalid
 */
export function proposedDates(
  month: Month,
  sentDates: GivenDates,
  { books, latest, paid, proposed, today }: IssueGrounds & Pick<Bounds, 'proposed' | 'today'>,
): { issueDate: Day; dueDate: Day } {
  const { settings, openFrom } = books;
  const proposedDay = proposedIssue(month, paid, { openFrom, latest, today });
  // The proposed day may be after today.
  const last = sentDates.issueDate === null ? proposedDay : today;
  return issueDatesOf(
    month,
    { issueDate: sentDates.issueDate ?? proposedDay, dueDate: sentDates.dueDate },
    { settings, proposed, openFrom, latest, today: last },
  );
}

/**
 * Returns the months with late interest still to be charged when a month is issued: all months after the last
 * charged month, up to the month before the issued month.
 */
export function monthsToReckon(month: Month, { interestThrough }: Pick<Books, 'interestThrough'>): Month[] {
  const last = shiftMonth(month, -1);
  const months: Month[] = [];
  // Before the first issue: only the previous month.
  let next = interestThrough === null ? last : shiftMonth(interestThrough, 1);
  for (; next <= last; next = shiftMonth(next, 1)) months.push(next);
  return months;
}
