import type { InterestWay, RateUnit } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';

/** Month that bears late interest, with its calculation method. */
export interface MonthWay {
  month: Month;
  way: InterestWay;
}

/** Interest rate as stored with a line, complete enough to compute the line again. */
export interface KeptRate {
  /** Unit in which the assembly or the law set the rate. The other unit is derived. */
  rateUnit: RateUnit;
  /** Effective annual rate, in millionths. Derived if the rate is monthly. */
  annualRate: number;
  /** In 10⁻⁸. */
  monthlyRate: number;
  /** Daily rate in 10⁻¹⁵. Null for a monthly rate (each day bears a thirtieth) and for interest by months. */
  dailyRate: number | null;
}

/** Rate of a month to charge interest for. Rate 0 charges no interest. */
export type MonthRate = MonthWay & KeptRate;

/** Days (both inclusive) with constant capital that bears interest. Negative capital subtracts. */
export interface Stretch {
  from: Day;
  to: Day;
  principal: Centavos;
}

/** Inputs of an interest line. */
export interface Reckoned extends KeptRate {
  way: InterestWay;
  /** Capital that bears interest. By days: the largest capital of any day. */
  principal: Centavos;
  /** By `days` only; empty otherwise. */
  stretches: readonly Stretch[];
  /** True rounds the amount half up to the peso; false to the centavo. */
  toPeso: boolean;
}
