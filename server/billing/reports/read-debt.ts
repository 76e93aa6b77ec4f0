import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { OpenItem } from '../ledger/account.ts';
import { openDebits } from '../ledger/account.ts';
import type { Account, LedgerItem } from '../ledger/ledger.types.ts';

/** An overdue instalment with the late interest on it that is overdue as well. */
export interface DebtRow {
  concept: string;
  /** The unit that it is for, where several are on the account. */
  apartmentId: string;
  month: Month | null;
  dueDate: Day;
  capital: Centavos;
  interest: Centavos;
  total: Centavos;
}

/**
 * What of an account is overdue, instalment by instalment, by due date: as much as `overdueOf` says. What was paid of
 * a charge of interest went to its lines in their order, so what is open of it is of the last ones; interest of an
 * instalment that is paid, and opening interest that names none, stand by themselves.
 */
export function debtOf(account: Account, day: Day): DebtRow[] {
  const overdue = openDebits(account).filter(({ dueDate }) => dueDate !== null && dueDate < day);
  const known = new Map(account.items.map((item) => [item.item, item]));
  const rows = new Map<number, DebtRow>();
  const rowOf = (item: LedgerItem): DebtRow => {
    const row = rows.get(item.item) ?? {
      concept: item.description,
      apartmentId: item.forApartmentId,
      month: item.month,
      dueDate: item.dueDate ?? item.postingDate,
      capital: NO_MONEY,
      interest: NO_MONEY,
      total: NO_MONEY,
    };
    rows.set(item.item, row);
    return row;
  };
  for (const item of overdue) {
    if (item.nature !== 'interest') {
      const row = rowOf(item);
      row.capital = centavos(row.capital + item.open);
      continue;
    }
    for (const { source, amount } of openBySource(account, item)) {
      const row = rowOf(known.get(source) ?? item);
      row.interest = centavos(row.interest + amount);
    }
  }
  return inOrder([...rows.values()].map((row) => ({ ...row, total: centavos(row.capital + row.interest) })));
}

/** By due date. */
export const inOrder = (rows: readonly DebtRow[]): DebtRow[] =>
  [...rows].sort((a, b) => (a.dueDate === b.dueDate ? 0 : a.dueDate < b.dueDate ? -1 : 1));

/** What is open of a charge of interest, by the instalment that it was reckoned on; by itself where it names none. */
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

/** What the rows come to. */
export const debtTotals = (rows: readonly DebtRow[]) => ({
  capital: sumMoney(rows.map((row) => row.capital)),
  interest: sumMoney(rows.map((row) => row.interest)),
  total: sumMoney(rows.map((row) => row.total)),
});
