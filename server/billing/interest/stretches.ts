import { addDays, type Day, daysBetween } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { Stretch } from './interest.types.ts';

const daysIn = ({ from, to }: Pick<Stretch, 'from' | 'to'>): number => daysBetween(from, to) + 1;

/** Sum of the capital of each day, in centavos × days: the base of a daily rate. */
export const capitalDays = (stretches: readonly Stretch[]): bigint =>
  stretches.reduce((sum, one) => sum + BigInt(one.principal) * BigInt(daysIn(one)), 0n);

/** Capital on a day; 0 outside all stretches. */
export const capitalOn = (stretches: readonly Stretch[], day: Day): number =>
  stretches.reduce((sum, { from, to, principal }) => (from <= day && day <= to ? sum + principal : sum), 0);

/** Returns the largest capital of any day (by absolute value), with its sign. */
export const largestOf = (stretches: readonly Stretch[]) =>
  centavos(
    stretches.reduce((most, { principal }) => (Math.abs(principal) > Math.abs(most) ? principal : most), 0),
  );

/** Days on which the capital may change: starts, and the days after ends. */
export const edgesOf = (stretches: readonly Stretch[]): Day[] =>
  stretches.flatMap(({ from, to }) => [from, addDays(to, 1)]);

/** Adds stretches day by day. The result has no overlaps and no days with capital 0. */
export function addStretches(first: readonly Stretch[], second: readonly Stretch[]): Stretch[] {
  if (second.length === 0) return [...first];
  const all = [...first, ...second];
  const edges = [...new Set(edgesOf(all))].sort();
  const sum: Stretch[] = [];
  for (const [at, from] of edges.entries()) {
    const next = edges[at + 1];
    const principal = centavos(capitalOn(all, from));
    if (next === undefined || principal === 0) continue;
    const last = sum.at(-1);
    if (last !== undefined && last.principal === principal && addDays(last.to, 1) === from) {
      last.to = addDays(next, -1);
    } else sum.push({ from, to: addDays(next, -1), principal });
  }
  return sum;
}

export const negated = (stretches: readonly Stretch[]): Stretch[] =>
  stretches.map(({ from, to, principal }) => ({ from, to, principal: centavos(-principal) }));
