/** Of figures that were measured. */

/** The value below which some part of them is. */
export const part = (sorted: readonly number[], some: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * some))] ?? Number.NaN;

export const median = (values: readonly number[]): number =>
  part(
    [...values].sort((a, b) => a - b),
    0.5,
  );
