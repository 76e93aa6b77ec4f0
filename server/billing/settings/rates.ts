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

/** In one per cent: millionths of the whole, in which annual rates are kept, and 10⁻⁸, in which monthly ones are. */
export const ANNUAL_IN_A_PER_CENT = 10_000;
export const MONTHLY_IN_A_PER_CENT = 1_000_000;

/** A per cent in parts (25.62 in 10,000ths is 256200); null where it has more decimals than they hold. */
export function partsOf(percent: number, parts: number): number | null {
  // What 12 digits show: float noise is not a decimal.
  const shown = Number((percent * parts).toPrecision(12));
  return Number.isSafeInteger(shown) ? shown : null;
}

/** An effective annual rate in per cent as millionths (25.62 is 256200); null where it has more than four decimals. */
export const millionthsOf = (percent: number): number | null => partsOf(percent, ANNUAL_IN_A_PER_CENT);

export const toPercent = (millionths: number): number => millionths / ANNUAL_IN_A_PER_CENT;

/** Months in which the joint's assembly has none charged are in no list. */
export interface RatesOf {
  rates: MonthRate[];
  /** Months whose own legal ceiling nobody entered. */
  missing: MonthWay[];
  /** Months that were marked 'sin intereses'. */
  interestFree: MonthWay[];
}

interface RateTables {
  /** Each holds in its own month alone: with falling rates, an older one would be usury. */
  legal: readonly Pick<StoredLegalRate, 'month' | 'annualRate'>[];
  /** Each holds from its month until the next row's. */
  joint: readonly StoredJointRate[];
  /** Months that were marked 'sin intereses'. */
  free: readonly Month[];
}

/** The way in which a month bears interest: the last one that was chosen until it, else by days. */
export const wayOf = (ways: readonly StoredInterestWay[], month: Month): InterestWay =>
  lastUntil(ways, month)?.way ?? 'days';

/**
 * The months whose interest an issue charges: those before it that were not reckoned yet, and by `balance` its own, since
 * a bill charges that month itself. A month without a bill charges none by `balance`.
 */
export const monthsCharged = (
  ways: readonly StoredInterestWay[],
  { issued, toReckon }: { issued: Month; toReckon: readonly Month[] },
): MonthWay[] => {
  const before = toReckon.map((month) => ({ month, way: wayOf(ways, month) }));
  const own = { month: issued, way: wayOf(ways, issued) };
  return [...before.filter(({ way }) => way !== 'balance'), ...(own.way === 'balance' ? [own] : [])];
};

/** The lower of the month's own legal ceiling and the joint's rate, month by month (docs/billing.md). */
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

/** The lower of the two, compared as monthly rates: the joint's may be written either way. */
function lowerOf(ceiling: number, own: StoredJointRate | null, way: InterestWay): KeptRate {
  const monthly = own?.monthlyRate ?? null;
  if (monthly !== null && monthly < monthlyRateOf(ceiling)) {
    const annualRate = annualRateOf(monthly);
    return { rateUnit: 'monthly', annualRate, monthlyRate: monthly, dailyRate: null };
  }
  const annualRate = Math.min(ceiling, own?.annualRate ?? ceiling);
  return {
    ...{ rateUnit: 'annual', annualRate, monthlyRate: monthlyRateOf(annualRate) },
    dailyRate: way === 'days' ? dailyRateOf(annualRate) : null,
  };
}

function lastUntil<T extends { month: Month }>(rows: readonly T[], month: Month): T | undefined {
  let last: T | undefined;
  for (const row of rows) {
    if (row.month <= month && (last === undefined || row.month > last.month)) last = row;
  }
  return last;
}

/** The rates of the months whose interest an issue of a joint charges. */
export async function ratesOf(
  db: Db,
  jointId: number,
  of: { issued: Month; toReckon: readonly Month[] },
): Promise<RatesOf> {
  const months = monthsCharged(await listInterestWays(db, jointId), of);
  return ratesOfMonths(db, jointId, months);
}

/** The rates of months of a joint, each in its way. */
export async function ratesOfMonths(db: Db, jointId: number, months: readonly MonthWay[]): Promise<RatesOf> {
  const legal = await listLegalRates(db);
  const joint = await listJointRates(db, jointId);
  const free = await listInterestFree(db, jointId);
  return ratesFrom({ legal, joint, free }, months);
}
