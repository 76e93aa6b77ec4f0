/** Statistics of measured figures. */

/** Quantile of sorted figures. */
export const part = (sorted: readonly number[], some: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * some))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  part(
    [...values].sort((a, b) => a - b),
    0.5,
  );

/** Statistics of a round's times. */
export interface Figures {
  p50: number;
  p99: number;
  worst: number;
}

export function figures(values: number[]): Figures {
  const sorted = values.sort((a, b) => a - b);
  return { p50: part(sorted, 0.5), p99: part(sorted, 0.99), worst: part(sorted, 1) };
}

/** Column heads for `cells`. */
export const FIGURES = ['p50 ms', 'p99 ms', 'worst ms'] as const;

/** Medians over several rounds, and the worst value of all. */
export const cells = (rounds: readonly Figures[]): string[] =>
  [
    median(rounds.map(({ p50 }) => p50)),
    median(rounds.map(({ p99 }) => p99)),
    Math.max(...rounds.map(({ worst }) => worst)),
  ].map((ms) => ms.toFixed(1));
