import { isCapital } from '../../../shared/billing/natures.ts';
import { addDays, type Day, firstDayOf, lastDayOf, type Month, monthOfDay } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import { isWithin } from '../interest/agreement-days.ts';
import type { MonthRate, MonthWay, Stretch } from '../interest/interest.types.ts';
import { exactInterest, lastBearingDay, roundedInterest, wholeRate } from '../interest/reckon.ts';
import { addStretches, largestOf, negated } from '../interest/stretches.ts';
import { isOpening } from './account.ts';
import type { LedgerItem, NewInterestItem } from './ledger.types.ts';
import { lineKey, type RunningAccount } from './running-account.ts';

/**
 * Rules to compute late interest for a joint (co-owned property): grace days, fines, rounding, and the day of
 * the calculation.
 */
export interface InterestRules {
  /** Number of days after the due date without late interest. */
  graceDays: number;
  /** True if unpaid fines bear late interest too. */
  finesBearInterest: boolean;
  /** True to round interest to whole pesos, false to centavos. */
  interestToPeso: boolean;
  /** Day of the calculation. */
  day: Day;
  /** Last day that bears interest. Default: the last day of the month. */
  through?: Day;
  /** Number of the last ledger item on an earlier bill. With the method `balance`, later items bear no interest. */
  billed: number;
}

/** Late interest of a month on an overdue charge, computed but not posted to the ledger yet. */
export interface SourceLine {
  /** Ledger item of the overdue charge. */
  source: LedgerItem;
  /** Amount of the interest, with capital, rate and days to compute it again. */
  line: NewInterestItem;
}

/**
 * Computes the late interest of an account for a month, with an entry for each overdue charge. The joint's
 * method decides: by days, on the balance, or by full months. The caller stores the result.
 */
export function interestOfMonth(
  account: RunningAccount,
  rate: MonthRate,
  rules: InterestRules,
): SourceLine[] {
  return linesOf(bearingOf(account, rate, rules), rate, rules);
}

/**
 * Computes the additional late interest of a month already charged, after a change of the account: for
 * example, a bounced payment leaves a debt unpaid for longer. Only for capital that bore no interest before.
 * @param changed the account after the change
 */
export function interestOfChange(
  before: RunningAccount,
  changed: RunningAccount,
  rate: MonthRate,
  rules: InterestRules,
): SourceLine[] {
  const bases = new Map(
    bearingOf(before, rate, rules).map(({ source: { item }, base }) => [item, base] as const),
  );
  const added = bearingOf(changed, rate, rules).flatMap(({ source, base }) => {
    const old = bases.get(source.item) ?? { principal: 0, stretches: [] };
    const stretches = positive(addStretches(base.stretches, negated(old.stretches)));
    const principal = rate.way === 'days' ? largestOf(stretches) : centavos(base.principal - old.principal);
    return principal > 0 ? { source, base: { principal, stretches } } : [];
  });
  return linesOf(added, rate, rules);
}

const positive = (stretches: readonly Stretch[]): Stretch[] =>
  stretches.filter(({ principal }) => principal > 0);

interface Bearing {
  source: LedgerItem;
  base: Base;
}

const bearingOf = (account: RunningAccount, rate: MonthRate, rules: InterestRules): Bearing[] =>
  account.standingDebits().flatMap((source) => {
    const base = baseOf(account, source, rate, rules);
    return base === null || base.principal <= 0 ? [] : { source, base };
  });

function linesOf(bearing: readonly Bearing[], rate: MonthRate, rules: InterestRules): SourceLine[] {
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

/** Returns the part of a charge that bears interest in a month and was not charged before. Null if the charge bears no interest. */
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
  const charged = account.netLines.get(lineKey(item, month));
  const notCharged = (principal: Centavos) => centavos(principal - (charged?.chargedPrincipal ?? 0));
  const suspended = account.suspensionsOf(source);
  if (way === 'balance') {
    if (isWithin(suspended, rules.day)) return null;
    const isOfEarlierBill = opening || item <= rules.billed;
    if (!isOfEarlierBill || allowed >= rules.day) return null;
    return { principal: notCharged(account.unpaid(source, rules.day)), stretches: [] };
  }
  // An opening already includes interest until its own day. Charge only later days or months.
  if (way === 'fullMonths') {
    if (allowed >= first || (opening && valueDate > first)) return null;
    if (isWithin(suspended, lastDayOf(month))) return null;
    return { principal: notCharged(account.unpaid(source, lastDayOf(month))), stretches: [] };
  }
  const since = addDays(opening && valueDate > allowed ? valueDate : allowed, 1);
  const last = lastBearingDay(month, rateUnit);
  const until = rules.through !== undefined && rules.through < last ? rules.through : last;
  const unpaid = account.stretches(source, since > first ? since : first, until);
  // A settling payment has charged the days until the payment already (`takePayment`).
  const stretches = positive(addStretches(unpaid, negated(charged?.charged ?? [])));
  return { principal: largestOf(stretches), stretches };
}

/**
 * Months with late interest that no bill has charged yet, with rates and settings of the joint. Needed to
 * compute the interest until today between two bills.
 */
export interface Accrual extends Pick<InterestRules, 'graceDays' | 'finesBearInterest' | 'interestToPeso'> {
  /** Months with the rate of interest, oldest first. */
  rates: readonly MonthRate[];
  /** Months without a stored legal ceiling. The interest is unknown. */
  missing: readonly MonthWay[];
}

/**
 * Computes the late interest of an account up to a day (inclusive) that no bill and no payment has charged
 * yet. Method `days`: to the day; by full months: only finished months; method `balance`: empty, because only
 * bills charge.
 */
export const accruedLines = (account: RunningAccount, accrual: Accrual, day: Day): SourceLine[] =>
  accrual.rates
    .filter((rate) => runsOn(rate, day))
    .flatMap((rate) => interestOfMonth(account, rate, rulesOn(accrual, day)));

/**
 * Returns the months up to a day with late interest of the account, but without a known legal ceiling of the
 * rate, oldest first. For these months the amount of the interest is unknown.
 */
export const monthsWithoutCeiling = (account: RunningAccount, accrual: Accrual, day: Day): Month[] =>
  accrual.missing
    .filter((of) => runsOn(of, day))
    .filter((of) => interestOfMonth(account, wholeRate(of), rulesOn(accrual, day)).length > 0)
    .map(({ month }) => month);

const rulesOn = ({ rates: _, missing: __, ...settings }: Accrual, day: Day): InterestRules => ({
  ...settings,
  day,
  through: day,
  billed: 0,
});

function runsOn({ month, way }: MonthWay, day: Day): boolean {
  const last = monthOfDay(day);
  return way === 'days' ? month <= last : way === 'fullMonths' && month < last;
}
