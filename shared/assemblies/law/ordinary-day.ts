import { type Day, lastDayOf, monthOf, shiftMonth } from '../../days.ts';

/**
 * Last day within the three months after the last ended budget year, for an ordinary assembly (Ley 675 de 2001, art.
 * 39), unless the by-laws name another date.
 * @param day of the assembly
 * @param yearEnd last month of the budget's year, 1 to 12
 */
export function ordinaryBy(day: Day, yearEnd: number): Day {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
  const ended = monthOf(month > yearEnd ? year : year - 1, yearEnd);
  return lastDayOf(shiftMonth(ended, 3));
}

/** Missed last day of an ordinary assembly. Null for other assemblies and within the three months. */
export function lateAfter(kind: 'ordinary' | 'extraordinary', day: Day, yearEnd: number): Day | null {
  const by = ordinaryBy(day, yearEnd);
  return kind === 'ordinary' && day > by ? by : null;
}
