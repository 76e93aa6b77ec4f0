import { isCapital } from '../../../shared/billing/natures.ts';
import { type Day, monthOfDay } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { type OpenItem, openDebits } from './account.ts';
import type { Account, InterestItem } from './ledger.types.ts';

/** Unpaid part of an interest item: the part of a line, or the part without a line (opening balance, spreadsheet). */
export interface OpenInterest {
  item: OpenItem;
  line: InterestItem | null;
  /** Unpaid amount, in centavos. */
  amount: Centavos;
}

/**
 * Unpaid charge past the due date, with the unpaid late interest on the charge. Base of the debt certificate.
 */
export interface OverdueDebt {
  /** Number of the instalment's ledger item. For interest without an instalment: the interest item. */
  item: number;
  /** Unpaid part of the instalment, in centavos. */
  capital: Centavos;
  /** Unpaid late interest on the instalment, in centavos: the sum of `parts`. */
  interest: Centavos;
  parts: readonly OpenInterest[];
}

/**
 * Returns the debts overdue on a day (due date before the day), by instalment, in the order of payment.
 * 1. Late interest goes with its instalment: overdue as soon as charged, while the instalment is overdue.
 * 2. Interest without an instalment (from a spreadsheet or an opening balance) is a debt of its own: overdue as
 *    soon as charged while its unit has overdue debts, else from its own due date.
 * 3. Interest on a paid instalment is overdue from its own due date.
 */
export function overdueDebts(account: Account, day: Day): OverdueDebt[] {
  const debits = openDebits(account);
  const isPast = ({ dueDate }: OpenItem) => dueDate !== null && dueDate < day;
  const overdue = new Set(
    debits.filter((item) => item.nature !== 'interest' && isPast(item)).map(({ item }) => item),
  );
  const units = new Set(
    debits.filter(({ item }) => overdue.has(item)).map(({ forApartmentId }) => forApartmentId),
  );
  const debts = new Map<number, OverdueDebt>();
  const add = (item: number, open: Centavos, part: OpenInterest | null): void => {
    const debt = debts.get(item) ?? { item, capital: NO_MONEY, interest: NO_MONEY, parts: [] };
    debts.set(
      item,
      part === null
        ? { ...debt, capital: sumMoney([debt.capital, open]) }
        : { ...debt, interest: sumMoney([debt.interest, open]), parts: [...debt.parts, part] },
    );
  };
  for (const item of debits) {
    if (item.nature !== 'interest') {
      if (overdue.has(item.item)) add(item.item, item.open, null);
      continue;
    }
    for (const part of openParts(account, item)) {
      const source = part.line?.sourceItem ?? item.item;
      const isOfUnit = source === item.item && units.has(item.forApartmentId);
      if (isPast(item) || overdue.has(source) || isOfUnit) add(source, part.amount, part);
    }
  }
  return [...debts.values()];
}

/**
 * Divides the open amount of an interest item among the instalments that bore the interest. A part without an
 * instalment stays on the interest item. Payments cover the lines in order, so the open amount belongs to the last
 * lines.
 */
function openParts(account: Account, item: OpenItem): OpenInterest[] {
  const lines = account.interest.filter((line) => line.item === item.item);
  const parts: OpenInterest[] = [];
  let left: number = item.open;
  for (const line of lines.reverse()) {
    const amount = centavos(Math.min(left, line.amount));
    left -= amount;
    if (amount !== 0) parts.push({ item, line, amount });
  }
  return left === 0 ? parts : [...parts, { item, line: null, amount: centavos(left) }];
}

/**
 * Sum of the overdue debts of an account on a day, in centavos, with the number of months in delay. Shown on
 * statements and in the report of debtors.
 */
export interface Overdue {
  /** Number of months (by due date) with overdue charges. */
  instalments: number;
  /** Earliest due date of the overdue debts; null if no debt is overdue. */
  since: Day | null;
  /** Unpaid overdue charges. */
  capital: Centavos;
  /** Unpaid late interest. */
  interest: Centavos;
}

/**
 * Sums the debts of an account overdue on a day (`overdueDebts`), for statements, bills and the report of
 * debtors. In centavos.
 */
export function overdueOf(account: Account, day: Day): Overdue {
  const debts = overdueDebts(account, day);
  const open = new Set(debts.filter(({ capital }) => capital !== 0).map(({ item }) => item));
  const months = account.items.flatMap(({ item, nature, dueDate }) =>
    open.has(item) && isCapital(nature) && dueDate !== null ? monthOfDay(dueDate) : [],
  );
  const due = openDebits(account).flatMap(({ dueDate }) =>
    dueDate !== null && dueDate < day ? dueDate : [],
  );
  return {
    instalments: new Set(months).size,
    since: due.sort()[0] ?? null,
    capital: sumMoney(debts.map(({ capital }) => capital)),
    interest: sumMoney(debts.map(({ interest }) => interest)),
  };
}
