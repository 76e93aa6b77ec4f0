import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { balanceOf, creditOf } from '../ledger/account.ts';
import type { DiscountOffer } from '../ledger/acts.types.ts';
import { type Accrual, accruedLines, monthsWithoutCeiling } from '../ledger/late-interest.ts';
import type { Account, NewInterestItem } from '../ledger/ledger.types.ts';
import { overdueDebts } from '../ledger/overdue.ts';
import { RunningAccount } from '../ledger/running-account.ts';
import { takePayment } from '../ledger/take-payment.ts';

/**
 * Amount to pay on a day to leave an account without debt, including late interest until the day. Shown to
 * owners as 'si paga hoy' (PRODUCT §19 rule 10). In centavos.
 */
export interface Settlement {
  /** Amount to pay on the day; 0 without a debt. */
  amount: Centavos;
  /** Part of the amount: late interest until the day, not charged by any bill. */
  interest: Centavos;
  /** Discount and late interest saved by the payment: balance and `interest` less `amount`. */
  saved: Centavos;
  /** Months with late interest but without a legal ceiling. The amount omits the interest of the months. */
  missing: Month[];
}

/** Amount to settle an account after the due date of a bill, printed on the bill: 'Si paga después del …'. */
export interface LateAmount {
  /** First day after the due date and the days of grace. */
  day: Day;
  /** Amount to pay on the day, by `settlementOf`; null without the legal ceiling of a month until the day. */
  total: Centavos | null;
}

/**
 * Computes the amount to leave an account without debt on a day: the balance plus the late interest until the
 * day not charged yet, minus interest and prompt-payment discount saved by the payment. To be exact, posts
 * the payment on a copy of the account. Has no side effects.
 * @param accrual months with late interest not charged yet, with rates
 * @param offers prompt-payment discounts valid on the day
 */
export function settlementOf(
  account: Account,
  { accrual, offers, day }: { accrual: Accrual; offers: readonly DiscountOffer[]; day: Day },
): Settlement {
  const running = new RunningAccount(account);
  const missing = monthsWithoutCeiling(running, accrual, day);
  const interest =
    missing.length > 0
      ? NO_MONEY
      : sumMoney(accruedLines(running, accrual, day).map(({ line }) => line.amount));
  const owed = centavos(balanceOf(account) + interest);
  const leftAfter = (amount: Centavos): number =>
    balanceOf(account) + balanceOf(paidOn(account, { accrual, offers, day }, amount));
  if (owed <= 0) return { amount: NO_MONEY, interest, saved: NO_MONEY, missing };
  const less = centavos(owed + leftAfter(owed));
  const amount = less !== owed && less > 0 && leftAfter(less) === 0 ? less : owed;
  return { amount, interest, saved: centavos(owed - amount), missing };
}

function paidOn(
  account: Account,
  { accrual, offers, day }: { accrual: Accrual; offers: readonly DiscountOffer[]; day: Day },
  amount: Centavos,
) {
  let next = account.items.reduce((last, { item }) => Math.max(last, item), account.allocations.length);
  const number = () => ++next;
  const stamp = { postingDate: day, numbers: { item: number, allocation: number } };
  return takePayment(account, { amount, valueDate: day, receipt: 0, offers, accrual }, stamp).posting;
}

/**
 * One account with debts of a unit, as input for the test if the unit is 'a paz y salvo' (free of overdue
 * debt, `isPaidUp`). A unit may have debts on several accounts: an account from before the unit was billed
 * together with another unit keeps old debts.
 */
export interface UnitDebt {
  account: Account;
  /**
   * True for an account of the unit itself: all debts and credits count. False for another account with some
   * debts of the unit.
   */
  whole: boolean;
  /**
   * Tells if a ledger movement belongs to the unit; `forApartmentId` is the unit that caused the movement.
   */
  isOurs: (of: { forApartmentId: string }) => boolean;
  /** Late interest until the day that no bill has charged. Key: ledger number of the overdue charge. */
  accrued: ReadonlyMap<number, readonly NewInterestItem[]>;
}

/**
 * Computes the late interest of an account until a day that no bill has charged yet. Needed to tell if a unit
 * is free of debt, and for the debt certificate. Key: ledger number of the overdue charge. Value: interest of
 * each month.
 */
export function accruedOn(account: Account, accrual: Accrual, day: Day): Map<number, NewInterestItem[]> {
  const accrued = new Map<number, NewInterestItem[]>();
  for (const { source, line } of accruedLines(new RunningAccount(account), accrual, day)) {
    accrued.set(source.item, [...(accrued.get(source.item) ?? []), line]);
  }
  return accrued;
}

/**
 * True if a unit is 'a paz y salvo' (free of overdue debt) on a day: no debt is overdue, and the unit's
 * credit covers the late interest not charged by any bill. An amount that only rounds a bill to the peso is
 * no debt. All screens and certificates use the function.
 * @param debts all accounts with debts of the unit (`readUnitDebts`)
 */
export function isPaidUp(debts: readonly UnitDebt[], day: Day): boolean {
  const isOverdue = debts.some(({ account, isOurs }) => {
    const items = new Map(account.items.map((item) => [item.item, item]));
    return overdueDebts(account, day).some(({ item: number }) => {
      const item = items.get(number);
      return item !== undefined && item.nature !== 'rounding' && isOurs(item);
    });
  });
  const ours = debts.flatMap(({ account, accrued, isOurs }) =>
    account.items.filter((item) => isOurs(item)).flatMap(({ item }) => accrued.get(item) ?? []),
  );
  const credit = sumMoney(debts.flatMap(({ account, whole }) => (whole ? [creditOf(account)] : [])));
  return !isOverdue && sumMoney(ours.map(({ amount }) => amount)) <= credit;
}
