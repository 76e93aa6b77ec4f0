import { type Centavos, centavos } from '../money.ts';

/** Scale of stored annual rates: millionths. The next constants: monthly rates in 10⁻⁸, daily rates in 10⁻¹⁵. */
const ANNUAL_UNIT = 1_000_000;
const MONTHLY_UNIT = 100_000_000;
const DAILY_UNIT = 1_000_000_000_000_000;
const MONTHS_OF_YEAR = 12;
/** Number of days in the year of an effective rate, also in leap years (PRODUCT, section 8). */
const DAYS = 365;

/**
 * Converts an effective annual interest rate (EA) to a monthly rate, (1 + EA)^(1/12) − 1, rounded half up.
 * Example: 25.62 % a year (256200) gives 1.91894 % a month (1918940).
 * @param annualRate millionths: 256200 is 25.62 %
 * @returns hundred-millionths (10⁻⁸): 1918940 is 1.91894 %
 */
export const monthlyRateOf = (annualRate: number): number => rootOf(annualRate, MONTHS_OF_YEAR, MONTHLY_UNIT);

/**
 * Converts an effective annual interest rate (EA) to a daily rate, (1 + EA)^(1/365) − 1, for late interest by
 * days. Example: 25.62 % a year (256200) gives 0.0625102942142 % a day (625102942142). The error for a month
 * on thousands of millions is below a hundredth of a centavo.
 * @param annualRate millionths: 256200 is 25.62 %
 * @returns units of 10⁻¹⁵
 */
export const dailyRateOf = (annualRate: number): number => rootOf(annualRate, DAYS, DAILY_UNIT);

/**
 * Converts a monthly interest rate to an effective annual rate, (1 + m)^12 − 1, to compare a joint's monthly
 * rate with the legal ceiling.
 * @param monthlyRate hundred-millionths (10⁻⁸): 1918940 is 1.91894 %
 * @returns millionths: 256200 is 25.62 %
 */
export function annualRateOf(monthlyRate: number): number {
  const unit = BigInt(MONTHLY_UNIT);
  const year = (unit + BigInt(monthlyRate)) ** BigInt(MONTHS_OF_YEAR) * BigInt(ANNUAL_UNIT);
  const whole = unit ** BigInt(MONTHS_OF_YEAR);
  return Number((2n * year + whole) / (2n * whole)) - ANNUAL_UNIT;
}

/**
 * Computes (1 + EA)^(1/n) − 1 for an effective annual rate (EA), in parts of a unit. Corrects the floating-point
 * result in integers, so that every machine gets the same value.
 */
function rootOf(annualRate: number, times: number, unit: number): number {
  // Finds R with (R / unit)^n = 1 + EA, to the nearest integer: (2R − 1)^n ≤ 2^n × (1 + EA) × unit^n < (2R + 1)^n.
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

/**
 * Computes a percentage (up to six decimals) of an amount, rounded half up to the peso: 10 per cent of 12345
 * centavos ($ 123.45) is 1200 centavos. For the prompt-payment discount.
 * @param percent per cent: 10 for a tenth
 */
export function applyPercent(amount: Centavos, percent: number): Centavos {
  const share = BigInt(amount) * BigInt(Math.round(percent * Number(PERCENT_UNIT)));
  const peso = 100n * 100n * PERCENT_UNIT;
  return centavos(Number((2n * share + peso) / (2n * peso)) * 100);
}
