import type { InterestWay, RateUnit } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';

/** Month to charge late interest for, with the joint's method of calculation for the month. */
export interface MonthWay {
  month: Month;
  /**
   * Method: by days of delay (`days`), on the balance of the month (`balance`), or for full months of delay
   * (`fullMonths`).
   */
  way: InterestWay;
}

/**
 * Interest rate stored with each calculation of late interest, so that the interest can be checked years
 * later with the same rate. Rates are integers: 2 % monthly is 2000000 (10⁻⁸).
 */
export interface KeptRate {
  /** Unit (yearly or monthly) of the rate set by the assembly or the law. The rate in the other unit is derived. */
  rateUnit: RateUnit;
  /** Effective annual rate, in millionths. Derived from the monthly rate if the rate was set per month. */
  annualRate: number;
  /** Rate per month, in 10⁻⁸ (2 % is 2000000). */
  monthlyRate: number;
  /**
   * Daily rate, in 10⁻¹⁵. Null if interest is computed by months, or if the rate was set per month (each day then
   * bears a thirtieth).
   */
  dailyRate: number | null;
}

/**
 * Month to charge late interest for, with method of calculation and rate. A rate of 0 charges no interest.
 */
export type MonthRate = MonthWay & KeptRate;

/** Period of days with the same overdue debt. Late interest by days is computed for each period. */
export interface Stretch {
  /** First day. */
  from: Day;
  /** Last day, included. */
  to: Day;
  /** Debt in centavos; negative amounts are subtracted. */
  principal: Centavos;
}

/**
 * All inputs to compute one amount of late interest: method, capital or periods, rate, and rounding. Stored
 * with the interest, so that the amount can be computed again.
 */
export interface Reckoned extends KeptRate {
  way: InterestWay;
  /** Capital that bears interest, in centavos. For the method `days`: the largest capital of any day. */
  principal: Centavos;
  /** Periods with constant capital, for the method `days`. Empty for other methods. */
  stretches: readonly Stretch[];
  /** True rounds the interest half up to the peso; false rounds to the centavo. */
  toPeso: boolean;
}
