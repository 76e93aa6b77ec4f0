/** Statistics of measured figures: quantiles and medians. */

/**
 * Returns a quantile of sorted figures: 0.5 for the median, 0.99 for the 99th percentile. NaN without
 * figures.
 */
export const part = (sorted: readonly number[], some: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * some))] ?? Number.NaN;

const valueAt = (values: readonly number[], some: number): number =>
  part(
    [...values].sort((a, b) => a - b),
    some,
  );

export const median = (values: readonly number[]): number => valueAt(values, 0.5);

/** Figure with a fifth of all figures below. */
export const lowerFifth = (values: readonly number[]): number => valueAt(values, 0.2);

/** Statistics of the times measured in a round of a bench, ms: median, 99th percentile, longest. */
export interface Figures {
  p50: number;
  p99: number;
  worst: number;
}

export function figures(values: number[]): Figures {
  const sorted = values.sort((a, b) => a - b);
  return { p50: part(sorted, 0.5), p99: part(sorted, 0.99), worst: part(sorted, 1) };
}

/** Column titles for the values of `cells`. */
export const FIGURES = ['p50 ms', 'p99 ms', 'worst ms'] as const;

/**
 * Returns the figures of a row in a bench's table, ms: medians of p50 and p99 over several rounds, and the
 * longest time of all rounds.
 */
export const cells = (rounds: readonly Figures[]): string[] =>
  [
    median(rounds.map(({ p50 }) => p50)),
    median(rounds.map(({ p99 }) => p99)),
    Math.max(...rounds.map(({ worst }) => worst)),
  ].map((ms) => ms.toFixed(1));
