import { addDays, type Day, daysBetween } from '../../../shared/days.ts';
import { centavos } from '../../../shared/money.ts';
import type { Stretch } from './interest.types.ts';

const daysIn = ({ from, to }: Pick<Stretch, 'from' | 'to'>): number => daysBetween(from, to) + 1;

/** Each day's capital added up: what a rate by days is multiplied with, in centavos × days. */
export const capitalDays = (stretches: readonly Stretch[]): bigint =>
  stretches.reduce((sum, one) => sum + BigInt(one.principal) * BigInt(daysIn(one)), 0n);

/** The capital of a day; 0 where no stretch has it. */
export const capitalOn = (stretches: readonly Stretch[], day: Day): number =>
  stretches.reduce((sum, { from, to, principal }) => (from <= day && day <= to ? sum + principal : sum), 0);

/** The largest capital of any day, with its sign. */
export const largestOf = (stretches: readonly Stretch[]) =>
  centavos(
    stretches.reduce((most, { principal }) => (Math.abs(principal) > Math.abs(most) ? principal : most), 0),
  );

/** The days on which the capital of stretches may change: where one begins, and after it ends. */
export const edgesOf = (stretches: readonly Stretch[]): Day[] =>
  stretches.flatMap(({ from, to }) => [from, addDays(to, 1)]);

/** Stretches one on another, day by day: neither overlaps, and days without capital are in none. */
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
