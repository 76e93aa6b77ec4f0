import { type Day, daysBetween } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { creditOf, openDebits } from './account.ts';
import type { Account } from './ledger.types.ts';

/**
 * Debt of an account by days since the due date ('cartera por edades'), in centavos. The balance is the sum
 * of the age groups minus the credit.
 */
export interface Aging {
  /** Debt not yet overdue: due on the day of the report or later. */
  current: Centavos;
  /** Debt overdue for 1–30 (`d30`), 31–60, 61–90 and 91–120 days, and for longer (`older`). */
  d30: Centavos;
  d60: Centavos;
  d90: Centavos;
  d120: Centavos;
  older: Centavos;
  /** Unused credit of the unit, as a positive amount to subtract. */
  credit: Centavos;
  /** Sum of the groups minus the credit; negative in favour of the unit. */
  balance: Centavos;
  /** Open capital (everything except interest), and open interest. */
  capital: Centavos;
  /** Part of the groups: open late interest. */
  interest: Centavos;
}

type Bucket = 'current' | 'd30' | 'd60' | 'd90' | 'd120' | 'older';

const LIMITS: readonly (readonly [number, Bucket])[] = [
  [0, 'current'],
  [30, 'd30'],
  [60, 'd60'],
  [90, 'd90'],
  [120, 'd120'],
];

/**
 * Groups the debt of an account by days since the due date, as of a day ('cartera por edades'). For an
 * earlier state of the books, pass the result of `asOf`.
 */
export function agingOf(account: Account, day: Day): Aging {
  const debits = openDebits(account);
  const buckets: Record<Bucket, Centavos> = {
    current: NO_MONEY,
    d30: NO_MONEY,
    d60: NO_MONEY,
    d90: NO_MONEY,
    d120: NO_MONEY,
    older: NO_MONEY,
  };
  for (const { dueDate, postingDate, open } of debits) {
    const days = daysBetween(dueDate ?? postingDate, day);
    const bucket = LIMITS.find(([limit]) => days <= limit)?.[1] ?? 'older';
    buckets[bucket] = centavos(buckets[bucket] + open);
  }
  const credit = creditOf(account);
  const interest = sumMoney(debits.filter(({ nature }) => nature === 'interest').map(({ open }) => open));
  const owed = sumMoney(debits.map(({ open }) => open));
  return {
    ...buckets,
    credit,
    balance: centavos(owed - credit),
    capital: centavos(owed - interest),
    interest,
  };
}
