/** Millionths of the whole in one per cent. */
const PER_CENT = 10_000;

/** An effective annual rate in per cent as millionths (25.62 is 256200); null where it has more than four decimals. */
export function millionthsOf(percent: number): number | null {
  // What 12 digits show: float noise is not a decimal.
  const shown = Number((percent * PER_CENT).toPrecision(12));
  return Number.isSafeInteger(shown) ? shown : null;
}

export const toPercent = (millionths: number): number => millionths / PER_CENT;
