import type { LawDates } from '../../../shared/assemblies/assemblies.api.ts';
import { lateAfter, ordinaryBy } from '../../../shared/assemblies/law/ordinary-day.ts';
import { addDays, type Day, dayInBogota, instantInBogota } from '../../../shared/days.ts';
import type { ByLaws } from '../../../shared/properties/by-laws.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { addBusinessDays, isBusinessDay } from '../../platform/lib/business-days.ts';
import { secondCallFrom } from '../mail/second-call.ts';

/**
 * Ley 675 de 2001, art. 39: whole calendar days between the notice of an ordinary assembly and its day. Counts
 * neither the day of the notice nor the day of the meeting (the stricter reading).
 */
const NOTICE_DAYS = 15;
/** Art. 40: the meeting by right is at eight in the evening. */
const EVENING = '20:00';

interface Called {
  kind: 'ordinary' | 'extraordinary';
  scheduledAt: Millis | null;
  openedAt: Millis | null;
}

/**
 * Returns the legal dates of an assembly. By-laws replace a date if the law allows it (docs/why/agenda.md).
 * @param now replaces the day of an assembly without a day
 */
export function lawDatesOf(called: Called, byLaws: ByLaws, now: Millis): LawDates {
  const { kind, scheduledAt } = called;
  const day = scheduledAt === null ? null : dayInBogota(scheduledAt);
  const held = dayInBogota(called.openedAt ?? scheduledAt ?? now);
  return {
    ordinaryBy: kind === 'ordinary' ? ordinaryBy(held, byLaws.budgetYearEnd) : null,
    isLate: lateAfter(kind, held, byLaws.budgetYearEnd) !== null,
    noticeBy: kind === 'ordinary' && day !== null ? addDays(day, -NOTICE_DAYS - 1) : null,
    secondCallAt: instantOf(secondCallFrom(called, byLaws)),
    isSecondCallOwn: byLaws.secondCall !== null,
    byRightAt: instantInBogota(byRightDay(day ?? dayInBogota(now), byLaws.budgetYearEnd), EVENING),
  };
}

/**
 * Art. 40: without a call, owners meet by right on the first business day of the fourth month after the budget year.
 * Returns the next such day from `from` on.
 * @param yearEnd last month of the budget year, 1 to 12
 */
function byRightDay(from: Day, yearEnd: number): Day {
  const year = Number(from.slice(0, 4));
  const month = ((yearEnd + 3) % 12) + 1;
  const inYear = (one: number): Day => {
    const first = `${one}-${String(month).padStart(2, '0')}-01`;
    return isBusinessDay(first) ? first : addBusinessDays(first, 1);
  };
  return inYear(year) >= from ? inYear(year) : inYear(year + 1);
}
