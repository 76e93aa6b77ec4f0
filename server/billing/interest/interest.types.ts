import type { InterestWay, RateUnit } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';

/** A month that bears late interest, and how. */
export interface MonthWay {
  month: Month;
  way: InterestWay;
}

/** A rate as lines keep it, so that they can be reckoned again. */
export interface KeptRate {
  /** As the assembly or the law wrote it: the other one follows from it. */
  rateUnit: RateUnit;
  /** Effective annual, in millionths; of a monthly rate, what it comes to in a year. */
  annualRate: number;
  /** In 10⁻⁸. */
  monthlyRate: number;
  /** In 10⁻¹⁵; null where days bear a thirtieth of the month, and where interest is by months. */
  dailyRate: number | null;
}

/** The rate of a month whose late interest is to be reckoned; 0: none is charged. */
export type MonthRate = MonthWay & KeptRate;

/** Days, both ends in, on which the same capital bore interest; negative where it is taken off again. */
export interface Stretch {
  from: Day;
  to: Day;
  principal: Centavos;
}

/** What a line of interest is reckoned of. */
export interface Reckoned extends KeptRate {
  way: InterestWay;
  /** What bore interest; of days, the most that did on any of them. */
  principal: Centavos;
  /** Of `days` alone; empty otherwise. */
  stretches: readonly Stretch[];
  /** Its amount is rounded half up to the peso, else to the centavo. */
  toPeso: boolean;
}
