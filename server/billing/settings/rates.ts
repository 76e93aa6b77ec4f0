import { annualRateOf, dailyRateOf, monthlyRateOf } from '../../../shared/billing/interest.ts';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { KeptRate, MonthRate, MonthWay } from '../interest/interest.types.ts';
import {
  listInterestFree,
  listJointRates,
  listLegalRates,
  type StoredJointRate,
  type StoredLegalRate,
} from './rates.repository.ts';
import { listInterestWays, type StoredInterestWay } from './ways.repository.ts';

/**
 * Number of stored units in 1 % of an annual rate. Annual rates are stored in millionths: 25.62 % is 256200.
 */
export const ANNUAL_IN_A_PER_CENT = 10_000;
/** Number of stored units in 1 % of a monthly rate. Monthly rates are stored in 10⁻⁸: 2 % is 2000000. */
export const MONTHLY_IN_A_PER_CENT = 1_000_000;

/**
 * Converts a rate in per cent to a stored integer: 25.62 with 10,000 parts in 1 % is 256200. Null if the rate
 * has more decimals than the parts allow.
 * @param parts number of stored units in 1 %
 */
export function percentParts(percent: number, parts: number): number | null {
  // Rounds to 12 digits to remove floating-point noise.
  const shown = Number((percent * parts).toPrecision(12));
  return Number.isSafeInteger(shown) ? shown : null;
}

/**
 * Converts an effective annual interest rate from per cent to the stored millionths: 25.62 gives 256200. Null
 * for more than four decimals.
 */
export const millionthsOf = (percent: number): number | null => percentParts(percent, ANNUAL_IN_A_PER_CENT);

/** Converts an annual interest rate from stored millionths to per cent: 256200 gives 25.62. */
export const toPercent = (millionths: number): number => millionths / ANNUAL_IN_A_PER_CENT;

/**
 * Limits of the quotient of two neighbouring months that tells a bank interest from a ceiling (1.5 times). Within the
 * official series of 2001 to 2026 no month differs by more than a tenth from the month before.
 */
const SWAPPED = { least: 1.35, most: 1.65 };

/** True if a rate is about 1.5 times a neighbour's rate, or two thirds of the rate. */
export const isSwapped = (rate: number, neighbour: number): boolean =>
  [rate / neighbour, neighbour / rate].some((one) => one >= SWAPPED.least && one <= SWAPPED.most);

/**
 * Rates of late interest for several months of a joint, as needed by an issue. A month without interest by
 * the assembly's decision appears in no list.
 */
export interface RatesOf {
  /** Months with interest, each with method and rate. */
  rates: MonthRate[];
  /** Months without a stored legal ceiling: the interest cannot be charged. */
  missing: MonthWay[];
  /** Months marked 'sin intereses': no late interest is charged. */
  interestFree: MonthWay[];
}

interface RateTables {
  /** Legal ceilings. Each is valid for a single month: with falling rates, an older ceiling would be usury. */
  legal: readonly Pick<StoredLegalRate, 'month' | 'annualRate'>[];
  /** Joint's own rates. Each is valid until the month of the next rate. */
  joint: readonly StoredJointRate[];
  /** Months marked 'sin intereses': no late interest is charged. */
  free: readonly Month[];
}

/**
 * Returns the interest method (`days`, `balance`, `fullMonths`) valid in a month: the latest choice of the
 * joint up to the month, else `days`.
 */
export const wayOf = (ways: readonly StoredInterestWay[], month: Month): InterestWay =>
  lastUntil(ways, month)?.way ?? 'days';

/**
 * Returns the months that the issue of a month charges late interest for: the earlier months not charged yet
 * and, with the method `balance`, the issued month itself. With `balance`, a month without a bill charges no
 * interest.
 */
export const monthsCharged = (
  ways: readonly StoredInterestWay[],
  { issued, toReckon }: { issued: Month; toReckon: readonly Month[] },
): MonthWay[] => {
  const before = toReckon.map((month) => ({ month, way: wayOf(ways, month) }));
  const own = { month: issued, way: wayOf(ways, issued) };
  return [...before.filter(({ way }) => way !== 'balance'), ...(own.way === 'balance' ? [own] : [])];
};

/**
 * Computes the rate of late interest for each month: the lower of the legal ceiling and the joint's own rate
 * (docs/why/billing.md). Months without a ceiling and months marked 'sin intereses' are listed apart.
 */
export function ratesFrom({ legal, joint, free }: RateTables, months: readonly MonthWay[]): RatesOf {
  const rates: MonthRate[] = [];
  const missing: MonthWay[] = [];
  const interestFree: MonthWay[] = [];
  for (const of of months) {
    const own = lastUntil(joint, of.month);
    if (own?.mode === 'none') continue;
    if (free.includes(of.month)) {
      interestFree.push(of);
      continue;
    }
    const ceiling = legal.find((rate) => rate.month === of.month);
    if (ceiling === undefined) missing.push(of);
    else rates.push({ ...of, ...lowerOf(ceiling.annualRate, own?.mode === 'fixed' ? own : null, of.way) });
  }
  return { rates, missing, interestFree };
}

/**
 * Returns the lower of legal ceiling and joint's own rate, compared as monthly rates. The own rate may be annual or
 * monthly.
 */
function lowerOf(ceiling: number, own: StoredJointRate | null, way: InterestWay): KeptRate {
  const monthly = own?.monthlyRate ?? null;
  if (monthly !== null && monthly < monthlyRateOf(ceiling)) {
    const annualRate = annualRateOf(monthly);
    return { rateUnit: 'monthly', annualRate, monthlyRate: monthly, dailyRate: null };
  }
  const annualRate = Math.min(ceiling, own?.annualRate ?? ceiling);
  return {
    rateUnit: 'annual',
    annualRate,
    monthlyRate: monthlyRateOf(annualRate),
    dailyRate: way === 'days' ? dailyRateOf(annualRate) : null,
  };
}

/** Returns the last row of a list up to a month: the rate or method in force. Undefined before the first row. */
export function lastUntil<T extends { month: Month }>(rows: readonly T[], month: Month): T | undefined {
  let last: T | undefined;
  for (const row of rows) {
    if (row.month <= month && (last === undefined || row.month > last.month)) last = row;
  }
  return last;
}

/**
 * Reads the rates of late interest for the months that the issue of a month charges.
 * @param of `issued`: month to issue; `toReckon`: earlier months not charged yet
 */
export async function ratesOf(
  db: Db,
  jointId: number,
  of: { issued: Month; toReckon: readonly Month[] },
): Promise<RatesOf> {
  const months = monthsCharged(await listInterestWays(db, jointId), of);
  return ratesOfMonths(db, jointId, months);
}

/**
 * Reads the rates of late interest of a joint for several months, each with the method of calculation valid
 * in the month.
 */
export async function ratesOfMonths(db: Db, jointId: number, months: readonly MonthWay[]): Promise<RatesOf> {
  const legal = await listLegalRates(db);
  const joint = await listJointRates(db, jointId);
  const free = await listInterestFree(db, jointId);
  return ratesFrom({ legal, joint, free }, months);
}
