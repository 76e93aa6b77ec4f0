import { isCapital } from '../../../shared/billing/natures.ts';
import { type Day, monthOfDay } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { type OpenItem, openDebits } from './account.ts';
import type { Account } from './ledger.types.ts';

/** Something overdue with what is open of it, and of the late interest on it. */
export interface OverdueDebt {
  /** The instalment; of interest that stands by itself, the charge of interest. */
  item: number;
  capital: Centavos;
  interest: Centavos;
}

/**
 * What fell due before a day and is still open, by instalment, in the order money goes to it. Late interest goes with
 * the instalment that it was reckoned on: while that is overdue, its interest is owed as soon as it is charged. Interest
 * that names none, a sheet's own and an opening's, stands by itself, as soon while anything of its unit is overdue, else
 * from its own due date, as interest on instalments that are paid.
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
  const add = (item: number, part: { capital?: Centavos; interest?: Centavos }): void => {
    const { capital, interest } = debts.get(item) ?? { capital: NO_MONEY, interest: NO_MONEY };
    debts.set(item, {
      item,
      capital: centavos(capital + (part.capital ?? 0)),
      interest: centavos(interest + (part.interest ?? 0)),
    });
  };
  for (const item of debits) {
    if (item.nature !== 'interest') {
      if (overdue.has(item.item)) add(item.item, { capital: item.open });
      continue;
    }
    for (const { source, amount } of openBySource(account, item)) {
      const isOfUnit = source === item.item && units.has(item.forApartmentId);
      if (isPast(item) || overdue.has(source) || isOfUnit) add(source, { interest: amount });
    }
  }
  return [...debts.values()];
}

/**
 * What is open of a charge of interest, by the instalment that it was reckoned on; by itself where it names none. What
 * was paid of it went to its lines in their order, so what is open is of the last ones.
 */
function openBySource(account: Account, item: OpenItem): { source: number; amount: Centavos }[] {
  const lines = account.interest.filter((line) => line.item === item.item);
  const parts: { source: number; amount: Centavos }[] = [];
  let left: number = item.open;
  for (const line of lines.reverse()) {
    const amount = centavos(Math.min(left, line.amount));
    left -= amount;
    if (amount !== 0) parts.push({ source: line.sourceItem, amount });
  }
  return left === 0 ? parts : [...parts, { source: item.item, amount: centavos(left) }];
}

export interface Overdue {
  /** Months, by due date, with charges overdue. */
  instalments: number;
  /** The earliest due date of what is overdue; null where nothing is. */
  since: Day | null;
  capital: Centavos;
  interest: Centavos;
}

/** The sums of what is overdue on a day. */
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
