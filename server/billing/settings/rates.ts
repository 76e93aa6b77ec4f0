import { monthlyRateOf } from '../../../shared/billing/interest.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../platform/db/engine.ts';
import type { MonthRate } from '../ledger/acts.types.ts';
import {
  listInterestFree,
  listJointRates,
  listLegalRates,
  type StoredJointRate,
  type StoredLegalRate,
} from './rates.repository.ts';

/** Months in which the joint's assembly has none charged are in no list. */
export interface RatesOf {
  rates: MonthRate[];
  /** Months whose own legal ceiling nobody entered. */
  missing: Month[];
  /** Months that were marked 'sin intereses'. */
  interestFree: Month[];
}

interface RateTables {
  /** Each holds in its own month alone: with falling rates, an older one would be usury. */
  legal: readonly StoredLegalRate[];
  /** Each holds from its month until the next row's. */
  joint: readonly StoredJointRate[];
  /** Months that were marked 'sin intereses'. */
  free: readonly Month[];
}

/** The lower of the month's own legal ceiling and the joint's rate, month by month (docs/billing.md). */
export function ratesFrom({ legal, joint, free }: RateTables, months: readonly Month[]): RatesOf {
  const rates: MonthRate[] = [];
  const missing: Month[] = [];
  const interestFree: Month[] = [];
  for (const month of months) {
    const own = lastUntil(joint, month);
    if (own?.mode === 'none') continue;
    if (free.includes(month)) {
      interestFree.push(month);
      continue;
    }
    const ceiling = legal.find((rate) => rate.month === month);
    if (ceiling === undefined) {
      missing.push(month);
      continue;
    }
    const fixed = own?.mode === 'fixed' ? own.annualRate : null;
    const annualRate = Math.min(ceiling.annualRate, fixed ?? ceiling.annualRate);
    rates.push({ month, annualRate, monthlyRate: monthlyRateOf(annualRate) });
  }
  return { rates, missing, interestFree };
}

function lastUntil<T extends { month: Month }>(rows: readonly T[], month: Month): T | undefined {
  let last: T | undefined;
  for (const row of rows) {
    if (row.month <= month && (last === undefined || row.month > last.month)) last = row;
  }
  return last;
}

/** The rates of a joint's months. */
export async function ratesOf(db: Db, jointId: number, months: readonly Month[]): Promise<RatesOf> {
  const legal = await listLegalRates(db);
  const joint = await listJointRates(db, jointId);
  const free = await listInterestFree(db, jointId);
  return ratesFrom({ legal, joint, free }, months);
}
