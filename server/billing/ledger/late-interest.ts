import { isCapital } from '../../../shared/billing/natures.ts';
import { addDays, type Day, firstDayOf, lastDayOf } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { MonthRate, Stretch } from '../interest/interest.types.ts';
import { exactInterest, lastBearingDay, roundedInterest } from '../interest/reckon.ts';
import { largestOf } from '../interest/stretches.ts';
import { isOpening } from './account.ts';
import type { LedgerItem, NewInterestItem } from './ledger.types.ts';
import type { RunningAccount } from './running-account.ts';

/** Joint's settings for late interest, with the day of the calculation. */
export interface InterestRules {
  graceDays: number;
  finesBearInterest: boolean;
  interestToPeso: boolean;
  /** Day of the calculation. */
  day: Day;
  /** Last day that bears interest. Default: the last day of the month. */
  through?: Day;
  /** Number of the last ledger item on an earlier bill. With the method `balance`, later items bear no interest. */
  billed: number;
}

interface SourceLine {
  source: LedgerItem;
  line: NewInterestItem;
}

/**
 * Computes the late interest of a month, a line per charge, with the month's method: by days, on the balance, or by
 * whole months.
 */
export function interestOfMonth(
  account: RunningAccount,
  rate: MonthRate,
  rules: InterestRules,
): SourceLine[] {
  const bearing = account.standingDebits().flatMap((source) => {
    const base = baseOf(account, source, rate, rules);
    return base === null || base.principal <= 0 ? [] : { source, base };
  });
  const amounts = amountsOf(
    bearing.map(({ base }) => exactInterest({ ...rate, ...base })),
    rate,
    rules,
  );
  return bearing.flatMap(({ source, base }, index) => {
    const amount = amounts[index];
    if (amount === undefined || amount === 0) return [];
    const line = { ...rate, ...base, sourceItem: source.item, toPeso: rules.interestToPeso, amount };
    return { source, line };
  });
}

/**
 * Returns the rounded interest of each line. For the method `balance`, rounds the sum of the lines and distributes
 * the rounded sum.
 */
function amountsOf(
  exact: readonly bigint[],
  { way }: MonthRate,
  { interestToPeso }: InterestRules,
): Centavos[] {
  if (way !== 'balance') return exact.map((one) => roundedInterest(one, interestToPeso));
  let [sum, roundedSum] = [0n, 0];
  return exact.map((one) => {
    sum += one;
    const until = roundedInterest(sum, interestToPeso);
    const amount = centavos(until - roundedSum);
    roundedSum = until;
    return amount;
  });
}

interface Base {
  principal: Centavos;
  stretches: Stretch[];
}

/** Returns the part of a charge that bears interest in a month. Null if the charge bears no interest. */
function baseOf(
  account: RunningAccount,
  source: LedgerItem,
  rate: MonthRate,
  rules: InterestRules,
): Base | null {
  const { item, nature, dueDate, valueDate } = source;
  if (dueDate === null || !isCapital(nature) || (nature === 'fine' && !rules.finesBearInterest)) return null;
  const { month, way, rateUnit } = rate;
  /** Last day to pay the charge without interest: due date plus days of grace. */
  const allowed = addDays(dueDate, rules.graceDays);
  const first = firstDayOf(month);
  const opening = isOpening(source);
  if (way === 'balance') {
    const isOfEarlierBill = opening || item <= rules.billed;
    if (!isOfEarlierBill || allowed >= rules.day) return null;
    return { principal: account.unpaid(source, rules.day), stretches: [] };
  }
  // An opening already includes interest until its own day. Charge only later days or months.
  if (way === 'fullMonths') {
    if (allowed >= first || (opening && valueDate > first)) return null;
    return { principal: account.unpaid(source, lastDayOf(month)), stretches: [] };
  }
  const since = addDays(opening && valueDate > allowed ? valueDate : allowed, 1);
  const last = lastBearingDay(month, rateUnit);
  const until = rules.through !== undefined && rules.through < last ? rules.through : last;
  const stretches = account.stretches(source, since > first ? since : first, until);
  return { principal: largestOf(stretches), stretches };
}
