import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos, sumMoney } from '../../../shared/money.ts';
import type { Account } from '../ledger/ledger.types.ts';
import { overdueDebts } from '../ledger/overdue.ts';

/** An overdue instalment with the late interest on it. */
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

/** What of an account is overdue, instalment by instalment, by due date: as much as `overdueOf` says. */
export function debtOf(account: Account, day: Day): DebtRow[] {
  const known = new Map(account.items.map((item) => [item.item, item]));
  return inOrder(
    overdueDebts(account, day).flatMap(({ item: id, capital, interest }) => {
      const item = known.get(id);
      if (item === undefined) return [];
      const { description: concept, forApartmentId: apartmentId, month, postingDate } = item;
      const total = centavos(capital + interest);
      return [
        { concept, apartmentId, month, dueDate: item.dueDate ?? postingDate, capital, interest, total },
      ];
    }),
  );
}

/** By due date. */
export const inOrder = (rows: readonly DebtRow[]): DebtRow[] =>
  [...rows].sort((a, b) => (a.dueDate === b.dueDate ? 0 : a.dueDate < b.dueDate ? -1 : 1));

/** What the rows come to. */
export const debtTotals = (rows: readonly DebtRow[]) => ({
  capital: sumMoney(rows.map((row) => row.capital)),
  interest: sumMoney(rows.map((row) => row.interest)),
  total: sumMoney(rows.map((row) => row.total)),
});
