import { monthlyRateOf } from '../../../shared/billing/interest.ts';
import type { Month } from '../../../shared/days.ts';
import type { Db } from '../../db/engine.ts';
import type { MonthRate } from '../ledger/acts.types.ts';
import {
  listJointRates,
  listLegalRates,
  type StoredJointRate,
  type StoredLegalRate,
} from './rates.repository.ts';

/** Months that charge none are in neither list. */
export interface RatesOf {
  rates: MonthRate[];
  /** Months whose legal ceiling nobody entered. */
  missing: Month[];
}

/** Tables of rates; each row holds from its month until the next row's. */
interface RateTables {
  legal: readonly StoredLegalRate[];
  joint: readonly StoredJointRate[];
}

/** The lower of the legal ceiling and the joint's own rate, month by month (docs/billing.md). */
export function ratesFrom({ legal, joint }: RateTables, months: readonly Month[]): RatesOf {
  const rates: MonthRate[] = [];
  const missing: Month[] = [];
  for (const month of months) {
    const own = lastUntil(joint, month);
    if (own?.mode === 'none') continue;
    const ceiling = lastUntil(legal, month);
    if (ceiling === undefined) {
      missing.push(month);
      continue;
    }
    const fixed = own?.mode === 'fixed' ? own.annualRate : null;
    const annualRate = Math.min(ceiling.annualRate, fixed ?? ceiling.annualRate);
    rates.push({ month, annualRate, monthlyRate: monthlyRateOf(annualRate) });
  }
  return { rates, missing };
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
  return ratesFrom({ legal, joint }, months);
}
