import { type Day, lastDayOf, monthOf, shiftMonth } from '../../days.ts';

/**
 * The last day on which an ordinary assembly is within the three months after the budget's year that ended last before it
 * (Ley 675 de 2001, art. 39), where the by-laws name no other date.
 * @param day when it is held
 * @param yearEnd the last month of the budget's year, 1 to 12
 */
export function ordinaryBy(day: Day, yearEnd: number): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const ended = monthOf(month > yearEnd ? year : year - 1, yearEnd);
  return lastDayOf(shiftMonth(ended, 3));
}

/** The day that an ordinary assembly is later than; null of others, and of one that is within its three months. */
export function lateAfter(kind: 'ordinary' | 'extraordinary', day: Day, yearEnd: number): Day | null {
  const by = ordinaryBy(day, yearEnd);
  return kind === 'ordinary' && day > by ? by : null;
}
