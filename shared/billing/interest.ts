import { type Centavos, centavos } from '../money.ts';

/** Annual rates are kept in millionths, monthly ones in 10⁻⁸. */
const ANNUAL_UNIT = 1_000_000;
const MONTHLY_UNIT = 100_000_000;
const MONTHS = 12n;

/**
 * The monthly rate of an effective annual one, (1 + EA)^(1/12) − 1, rounded to 10⁻⁸: 0.2562 a year (256200) is
 * 0.0191894 a month (1918940). The double's guess is corrected in integers, so every machine finds the same.
 */
export function monthlyRateOf(annualRate: number): number {
  // R with (R / 10⁸)^12 = 1 + EA, to the nearest integer: (2R − 1)^12 ≤ 2^12 × (1 + EA) × 10^96 < (2R + 1)^12.
  const target = 2n ** MONTHS * BigInt(ANNUAL_UNIT + annualRate) * 10n ** 90n;
  let root = BigInt(Math.round((1 + annualRate / ANNUAL_UNIT) ** (1 / 12) * MONTHLY_UNIT));
  while ((2n * root + 1n) ** MONTHS <= target) root += 1n;
  while ((2n * root - 1n) ** MONTHS > target) root -= 1n;
  return Number(root) - MONTHLY_UNIT;
}

/** A month's interest on what was unpaid, rounded half up to the centavo. Neither may be negative. */
export function interestOf(principal: Centavos, monthlyRate: number): Centavos {
  const unit = BigInt(MONTHLY_UNIT);
  return centavos(Number((2n * BigInt(principal) * BigInt(monthlyRate) + unit) / (2n * unit)));
}

const PERCENT_UNIT = 1_000_000n;

/** A per cent (up to six decimals) of an amount, rounded half up to the peso. */
export function applyPercent(amount: Centavos, percent: number): Centavos {
  const share = BigInt(amount) * BigInt(Math.round(percent * Number(PERCENT_UNIT)));
  const peso = 100n * 100n * PERCENT_UNIT;
  return centavos(Number((2n * share + peso) / (2n * peso)) * 100);
}
