import { addDays, addMonths, budgetYearStart, type Day, dayInBogota } from '../../days.ts';
import type { AssemblyKind } from './kinds.ts';

/**
 * Returns the last day for an ordinary assembly: three months after the last ended budget year (Ley 675, art. 39),
 * unless the by-laws name another date.
 * @param day day of the assembly: '2026-03-15'
 * @param yearEnd last month of the budget's year, 1 to 12
 */
export function ordinaryBy(day: Day, yearEnd: number): Day {
  return addDays(addMonths(budgetYearStart(day, yearEnd), 3), -1);
}

/**
 * Tells if an ordinary assembly on a day is late. Returns the last permitted day (`ordinaryBy`) if the assembly is
 * later. Null if in time, and for other assemblies.
 * @param day day of the assembly
 * @param yearEnd last month of the budget's year, 1 to 12
 */
export function lateAfter(kind: AssemblyKind, day: Day, yearEnd: number): Day | null {
  const by = ordinaryBy(day, yearEnd);
  return kind === 'ordinary' && day > by ? by : null;
}

/**
 * Whole calendar days between the notice of an ordinary assembly and its day (Ley 675, art. 39). Neither the day of
 * the notice nor the day of the meeting counts (the stricter reading).
 */
const NOTICE_DAYS = 15;

/**
 * Returns the last day for the notice of an ordinary assembly (Ley 675, art. 39); null for others and without a day.
 * @param called.scheduledAt day and hour of the meeting, epoch ms
 */
export const noticeByOf = (called: { kind: AssemblyKind; scheduledAt: number | null }): Day | null =>
  called.kind === 'ordinary' && called.scheduledAt !== null
    ? addDays(dayInBogota(called.scheduledAt), -NOTICE_DAYS - 1)
    : null;
