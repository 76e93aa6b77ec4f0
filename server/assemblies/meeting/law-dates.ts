import type { LawDates } from '../../../shared/assemblies/assemblies.api.ts';
import { addDays, type Day, dayInBogota, instantInBogota } from '../../../shared/days.ts';
import { instantOf } from '../../platform/db/queries.ts';
import type { Millis } from '../../platform/db/tables.ts';
import { addBusinessDays, isBusinessDay } from './after.service.ts';

/** Ley 675 de 2001, art. 39: calendar days between the notice of an ordinary assembly and its day. */
const NOTICE_DAYS = 15;
/** Art. 41: the second call is on the third business day after the first, at eight in the evening. */
const SECOND_CALL_DAYS = 3;
const EVENING = '20:00';

/** The moment from which the second call may be held; null where nobody knows when the first one was. */
export function secondCallFrom({ scheduledAt, openedAt }: Called): Millis | null {
  const first = scheduledAt ?? openedAt;
  if (first === null) return null;
  return Date.parse(instantInBogota(addBusinessDays(dayInBogota(first), SECOND_CALL_DAYS), EVENING));
}

interface Called {
  kind: 'ordinary' | 'extraordinary';
  scheduledAt: Millis | null;
  openedAt: Millis | null;
}

/** What the law asks of an assembly's dates (docs/agenda.md). @param now of a joint whose assembly has no day yet */
export function lawDatesOf(called: Called, now: Millis): LawDates {
  const { kind, scheduledAt } = called;
  const day = scheduledAt === null ? null : dayInBogota(scheduledAt);
  return {
    noticeBy: kind === 'ordinary' && day !== null ? addDays(day, -NOTICE_DAYS) : null,
    secondCallAt: instantOf(secondCallFrom(called)),
    byRightAt: instantInBogota(byRightDay(day ?? dayInBogota(now)), EVENING),
  };
}

/**
 * Art. 40: uncalled, owners meet by right on the first business day of the fourth month after the budget's year, which is
 * the calendar's. The next one from a day on.
 */
function byRightDay(from: Day): Day {
  const year = Number(from.slice(0, 4));
  const inYear = (one: number): Day => {
    const first = `${one}-04-01`;
    return isBusinessDay(first) ? first : addBusinessDays(first, 1);
  };
  return inYear(year) >= from ? inYear(year) : inYear(year + 1);
}
