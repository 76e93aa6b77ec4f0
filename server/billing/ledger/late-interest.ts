import { isCapital } from '../../../shared/billing/natures.ts';
import { addDays, type Day, firstDayOf, lastDayOf } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { MonthRate, Stretch } from '../interest/interest.types.ts';
import { exactInterest, lastBearingDay, roundedInterest } from '../interest/reckon.ts';
import { largestOf } from '../interest/stretches.ts';
import { isOpening } from './account.ts';
import type { LedgerItem, NewLine } from './ledger.types.ts';
import type { RunningAccount } from './running-account.ts';

/** What a joint decided on late interest, and when it is reckoned. */
export interface InterestRules {
  graceDays: number;
  finesBearInterest: boolean;
  interestToPeso: boolean;
  /** The day it is reckoned on. */
  day: Day;
  /** The last day that bears any; left out, the month's. */
  through?: Day;
  /** The last item that an earlier bill knows of: what came since is not `balance` of any. */
  billed: number;
}

interface SourceLine {
  source: LedgerItem;
  line: NewLine;
}

/** A month's late interest, a line for each charge that bears any: by days, on a balance, or by a whole month. */
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
 * Each line is rounded once. A bill's month on a balance is one sum: it is rounded as a whole, and its lines share it,
 * each what the sum grows by with it.
 */
function amountsOf(
  exact: readonly bigint[],
  { way }: MonthRate,
  { interestToPeso }: InterestRules,
): Centavos[] {
  if (way !== 'balance') return exact.map((one) => roundedInterest(one, interestToPeso));
  let [sum, given] = [0n, 0];
  return exact.map((one) => {
    sum += one;
    const until = roundedInterest(sum, interestToPeso);
    const amount = centavos(until - given);
    given = until;
    return amount;
  });
}

interface Base {
  principal: Centavos;
  stretches: Stretch[];
}

/** What of a charge bears interest in a month; null: nothing of it may. */
function baseOf(
  account: RunningAccount,
  source: LedgerItem,
  rate: MonthRate,
  rules: InterestRules,
): Base | null {
  const { item, nature, dueDate, valueDate } = source;
  if (dueDate === null || !isCapital(nature) || (nature === 'fine' && !rules.finesBearInterest)) return null;
  const { month, way, rateUnit } = rate;
  /** The last day in time. */
  const allowed = addDays(dueDate, rules.graceDays);
  const first = firstDayOf(month);
  const opening = isOpening(source);
  if (way === 'balance') {
    const isOfEarlierBill = opening || item <= rules.billed;
    if (!isOfEarlierBill || allowed >= rules.day) return null;
    return { principal: account.unpaid(source, rules.day), stretches: [] };
  }
  // What books are opened with comes with its interest until that day: ours is of the days, or months, since then.
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
