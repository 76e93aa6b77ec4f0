import { type Centavos, centavos } from '../money.ts';

/** Annual rates are kept in millionths, monthly ones in 10⁻⁸, daily ones in 10⁻¹⁵. */
const ANNUAL_UNIT = 1_000_000;
const MONTHLY_UNIT = 100_000_000;
const DAILY_UNIT = 1_000_000_000_000_000;
const MONTHS = 12;
/** Of a year's effective rate, also in a year with 29 February (PRODUCT, section 8). */
const DAYS = 365;

/**
 * The monthly rate of an effective annual one, (1 + EA)^(1/12) − 1, rounded to 10⁻⁸: 0.2562 a year (256200) is
 * 0.0191894 a month (1918940).
 */
export const monthlyRateOf = (annualRate: number): number => rootOf(annualRate, MONTHS, MONTHLY_UNIT);

/**
 * The daily rate of an effective annual one, (1 + EA)^(1/365) − 1, rounded to 10⁻¹⁵: 0.2562 a year (256200) is
 * 0.000625102942142 a day (625102942142). A month on thousands of millions is out by less than a hundredth of a centavo.
 */
export const dailyRateOf = (annualRate: number): number => rootOf(annualRate, DAYS, DAILY_UNIT);

/** What a monthly rate comes to in a year, (1 + m)^12 − 1, rounded to millionths: for who compares it with annual ones. */
export function annualRateOf(monthlyRate: number): number {
  const unit = BigInt(MONTHLY_UNIT);
  const year = (unit + BigInt(monthlyRate)) ** BigInt(MONTHS) * BigInt(ANNUAL_UNIT);
  const whole = unit ** BigInt(MONTHS);
  return Number((2n * year + whole) / (2n * whole)) - ANNUAL_UNIT;
}

/** (1 + EA)^(1/n) − 1 in parts of a unit. The double's guess is corrected in integers, so every machine finds the same. */
function rootOf(annualRate: number, times: number, unit: number): number {
  // R with (R / unit)^n = 1 + EA, to the nearest integer: (2R − 1)^n ≤ 2^n × (1 + EA) × unit^n < (2R + 1)^n.
  const n = BigInt(times);
  const target = (2n * BigInt(unit)) ** n * BigInt(ANNUAL_UNIT + annualRate);
  const above = (root: bigint): boolean => root ** n * BigInt(ANNUAL_UNIT) > target;
  let root =
    BigInt(unit) + BigInt(Math.round(Math.expm1(Math.log1p(annualRate / ANNUAL_UNIT) / times) * unit));
  while (!above(2n * root + 1n)) root += 1n;
  while (above(2n * root - 1n)) root -= 1n;
  return Number(root) - unit;
}

const PERCENT_UNIT = 1_000_000n;

/** A per cent (up to six decimals) of an amount, rounded half up to the peso. */
export function applyPercent(amount: Centavos, percent: number): Centavos {
  const share = BigInt(amount) * BigInt(Math.round(percent * Number(PERCENT_UNIT)));
  const peso = 100n * 100n * PERCENT_UNIT;
  return centavos(Number((2n * share + peso) / (2n * peso)) * 100);
}
