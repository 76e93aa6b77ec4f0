import type { RateUnit } from '../../../shared/billing/natures.ts';
import { type Day, dayOf, lastDayOf, type Month } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { MonthRate, MonthWay, Reckoned } from './interest.types.ts';
import { capitalDays } from './stretches.ts';

/** Number of days in a month if the rate is monthly: each day bears a thirtieth of the month's interest. */
const MONTH_DAYS = 30;

/**
 * Number of parts in a centavo: fine enough to compute interest exactly with integers. Rate units: monthly 10⁻⁸, a
 * thirtieth of a month 1 ÷ (30 × 10⁸), daily 10⁻¹⁵.
 */
const PARTS = 3n * 10n ** 15n;
const PARTS_OF_MONTHLY = PARTS / 10n ** 8n;
const PARTS_OF_THIRTIETH = PARTS_OF_MONTHLY / BigInt(MONTH_DAYS);
const PARTS_OF_DAILY = PARTS / 10n ** 15n;

/**
 * Computes late interest on an overdue debt exactly, before rounding (`roundedInterest`). The result counts
 * parts of a centavo; `PARTS` parts are a centavo.
 */
export function exactInterest(of: Omit<Reckoned, 'toPeso'>): bigint {
  const { way, principal, stretches, monthlyRate, dailyRate } = of;
  if (way !== 'days') return BigInt(principal) * BigInt(monthlyRate) * PARTS_OF_MONTHLY;
  const capital = capitalDays(stretches);
  return dailyRate === null
    ? capital * BigInt(monthlyRate) * PARTS_OF_THIRTIETH
    : capital * BigInt(dailyRate) * PARTS_OF_DAILY;
}

/**
 * Rounds an exact amount of late interest half up, to whole centavos or, with `toPeso`, to whole pesos.
 * @param exact interest in parts of a centavo (`PARTS` parts are a centavo), at least 0
 */
export function roundedInterest(exact: bigint, toPeso: boolean): Centavos {
  const size = toPeso ? 100 : 1;
  const unit = PARTS * BigInt(size);
  return centavos(Number((2n * exact + unit) / (2n * unit)) * size);
}

/**
 * Returns the last day of a month with late interest, for the method by days. With a monthly rate a month
 * counts 30 days, so the 31st bears no interest.
 */
export const lastBearingDay = (month: Month, unit: RateUnit): Day =>
  unit === 'monthly' ? dayOf(month, MONTH_DAYS) : lastDayOf(month);

/**
 * Returns a rate of 100 % for a month, so that any overdue debt gives some interest. Used as a test if an
 * account would owe late interest in a month at all, for example in a month without a known rate.
 */
export const wholeRate = ({ month, way }: MonthWay): MonthRate => ({
  month,
  way,
  rateUnit: 'annual',
  annualRate: 0,
  monthlyRate: 100_000_000,
  dailyRate: 1_000_000_000_000_000,
});
