/** Statistics of measured figures: quantiles and medians. */

/** Returns a quantile of sorted figures; `some` from 0 to 1. NaN if there are no figures. */
export const part = (sorted: readonly number[], some: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * some))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  part(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** Statistics of the times measured in a round, ms. */
export interface Figures {
  p50: number;
  p99: number;
  worst: number;
}

export function figures(values: number[]): Figures {
  const sorted = values.sort((a, b) => a - b);
  return { p50: part(sorted, 0.5), p99: part(sorted, 0.99), worst: part(sorted, 1) };
}

/** Column headings for the values of `cells`. */
export const FIGURES = ['p50 ms', 'p99 ms', 'worst ms'] as const;

/** Texts for a table row: medians of p50 and p99 over several rounds, and the worst time of all. */
export const cells = (rounds: readonly Figures[]): string[] =>
  [
    median(rounds.map(({ p50 }) => p50)),
    median(rounds.map(({ p99 }) => p99)),
    Math.max(...rounds.map(({ worst }) => worst)),
  ].map((ms) => ms.toFixed(1));
