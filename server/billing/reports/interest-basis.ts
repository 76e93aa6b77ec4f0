import { type Centavos, sumMoney } from '../../../shared/money.ts';
import type { MonthRate, Stretch } from '../interest/interest.types.ts';
import { addStretches, largestOf } from '../interest/stretches.ts';
import type { NewInterestItem } from '../ledger/ledger.types.ts';
import { lineKey, type RunningAccount } from '../ledger/running-account.ts';

/** All late interest of a month on an overdue charge, paid or not: rate, capital and days. In centavos. */
export interface InterestBasis extends MonthRate {
  /** Number of the ledger item of the overdue charge. */
  sourceItem: number;
  principal: Centavos;
  /** Periods with constant capital for the method `days`; empty for other methods. */
  stretches: readonly Stretch[];
  /** Interest of the month after corrections. */
  amount: Centavos;
}

/**
 * Returns a function with the whole basis of an interest line: the interest charged for the same charge and month, less
 * the interest given back, plus the interest not charged yet. Lines of the same charge and month share an object.
 * @param accrued interest not charged by any bill
 */
export function basesOf(
  account: RunningAccount,
  accrued: readonly NewInterestItem[],
): (line: NewInterestItem) => InterestBasis {
  const bases = new Map<string, InterestBasis>(account.netLines);
  for (const line of accrued) {
    const key = lineKey(line.sourceItem, line.month);
    const charged = bases.get(key);
    if (charged === undefined) {
      bases.set(key, line);
      continue;
    }
    const stretches = addStretches(charged.stretches, line.stretches);
    const whole = sumMoney([charged.principal, line.principal]);
    const principal = line.way === 'days' ? largestOf(stretches) : whole;
    bases.set(key, { ...line, stretches, principal, amount: sumMoney([charged.amount, line.amount]) });
  }
  return (line) => bases.get(lineKey(line.sourceItem, line.month)) ?? line;
}
