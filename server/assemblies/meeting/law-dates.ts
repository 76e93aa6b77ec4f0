import type { LawDates } from '../../../shared/assemblies/assemblies.api.ts';
import type { AssemblyKind } from '../../../shared/assemblies/law/kinds.ts';
import { lateAfter, noticeByOf, ordinaryBy } from '../../../shared/assemblies/law/ordinary-day.ts';
import { type Day, dayInBogota, instantInBogota } from '../../../shared/days.ts';
import type { ByLaws } from '../../../shared/properties/by-laws.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { byRightDayIn } from '../challenge/days.ts';
import { secondCallFrom } from '../mail/second-call.ts';

/** Hour of the meeting without a call: eight in the evening (Ley 675, art. 40). */
const EVENING = '20:00';

interface Called {
  kind: AssemblyKind;
  scheduledAt: Millis | null;
  openedAt: Millis | null;
}

/**
 * Computes the legal dates of an assembly (last day for the notice, second call …) for the operator's page. By-laws
 * replace a date if the law allows a change (docs/why/agenda.md).
 * @param now used for an assembly without a day
 */
export function lawDatesOf(called: Called, byLaws: ByLaws, now: Millis): LawDates {
  const { kind, scheduledAt } = called;
  const day = scheduledAt === null ? null : dayInBogota(scheduledAt);
  const held = dayInBogota(called.openedAt ?? scheduledAt ?? now);
  return {
    ordinaryBy: kind === 'ordinary' ? ordinaryBy(held, byLaws.budgetYearEnd) : null,
    isLate: lateAfter(kind, held, byLaws.budgetYearEnd) !== null,
    noticeBy: noticeByOf(called),
    secondCallAt: instantOf(secondCallFrom(called, byLaws)),
    isSecondCallOwn: byLaws.secondCall !== null,
    byRightAt: instantInBogota(byRightDay(day ?? dayInBogota(now), byLaws.budgetYearEnd), EVENING),
  };
}

/** Returns the next day, from `from` on, of the meeting that takes place without a call. */
function byRightDay(from: Day, yearEnd: number): Day {
  const year = Number(from.slice(0, 4));
  const day = byRightDayIn(year, yearEnd);
  return day >= from ? day : byRightDayIn(year + 1, yearEnd);
}
