import { addDays, type Day, daysBetween } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { Stretch } from './interest.types.ts';

/** Adds days like `addDays`, without a Date within a month: the late interest of a month adds days a million times. */
export function addDaysOften(day: Day, days: number): Day {
  const number = Number(day.slice(8)) + days;
  return number > 0 && number < 29 ? day.slice(0, 8) + String(number).padStart(2, '0') : addDays(day, days);
}

/** Returns the number of days of a period, first and last day included. */
export const daysIn = ({ from, to }: Pick<Stretch, 'from' | 'to'>): number => daysBetween(from, to) + 1;

/**
 * Sums the overdue debt of each day over all periods, in centavos × days. The daily rate times the sum is the
 * interest.
 */
export const capitalDays = (stretches: readonly Stretch[]): bigint =>
  stretches.reduce((sum, one) => sum + BigInt(one.principal) * BigInt(daysIn(one)), 0n);

/** Returns the overdue debt that bears interest on a day, in centavos; 0 on a day outside all periods. */
export const capitalOn = (stretches: readonly Stretch[], day: Day): number =>
  stretches.reduce((sum, { from, to, principal }) => (from <= day && day <= to ? sum + principal : sum), 0);

/**
 * Returns the largest debt of any period in centavos, compared by absolute value, with the sign. Stored as
 * the capital of the interest (`Reckoned.principal`).
 */
export const largestOf = (stretches: readonly Stretch[]) =>
  centavos(
    stretches.reduce((most, { principal }) => (Math.abs(principal) > Math.abs(most) ? principal : most), 0),
  );

/**
 * Returns the days with a possible change of the debt that bears interest: the first day of each period, and
 * the day after the last.
 */
export const edgesOf = (stretches: readonly Stretch[]): Day[] =>
  stretches.flatMap(({ from, to }) => [from, addDaysOften(to, 1)]);

/**
 * Adds two lists of periods with debt day by day. The result has no overlapping periods, and no days with
 * debt 0. With `negated` also subtracts: debt charged minus debt corrected.
 */
export function addStretches(first: readonly Stretch[], second: readonly Stretch[]): Stretch[] {
  if (second.length === 0) return [...first];
  if (first.length === 0 && second.length === 1) return second.filter(({ principal }) => principal !== 0);
  const all = [...first, ...second];
  const edges = [...new Set(edgesOf(all))].sort();
  const sum: Stretch[] = [];
  for (const [at, from] of edges.entries()) {
    const next = edges[at + 1];
    const principal = centavos(capitalOn(all, from));
    if (next === undefined || principal === 0) continue;
    const last = sum.at(-1);
    if (last !== undefined && last.principal === principal && addDaysOften(last.to, 1) === from) {
      last.to = addDaysOften(next, -1);
    } else sum.push({ from, to: addDaysOften(next, -1), principal });
  }
  return sum;
}

/**
 * Returns the periods with the sign of the debt changed, so that `addStretches` subtracts one list of periods
 * from another.
 */
export const negated = (stretches: readonly Stretch[]): Stretch[] =>
  stretches.map(({ from, to, principal }) => ({ from, to, principal: centavos(-principal) }));
