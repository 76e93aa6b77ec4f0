/** Builds interest rates for tests computed by hand: effective annual in millionths, or monthly in 10⁻⁸. */
import { annualRateOf, dailyRateOf, monthlyRateOf } from '../../../shared/billing/interest.ts';
import type { InterestWay } from '../../../shared/billing/natures.ts';
import type { Month } from '../../../shared/days.ts';
import type { MonthRate } from './interest.types.ts';

export const annual = (month: Month, annualRate: number, way: InterestWay = 'fullMonths'): MonthRate => ({
  month,
  way,
  rateUnit: 'annual',
  annualRate,
  monthlyRate: monthlyRateOf(annualRate),
  dailyRate: way === 'days' ? dailyRateOf(annualRate) : null,
});

export const monthly = (month: Month, monthlyRate: number, way: InterestWay = 'fullMonths'): MonthRate => ({
  month,
  way,
  rateUnit: 'monthly',
  annualRate: annualRateOf(monthlyRate),
  monthlyRate,
  dailyRate: null,
});
