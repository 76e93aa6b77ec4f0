import type { ItemNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Account, LedgerItem } from '../ledger/ledger.types.ts';
import { overdueDebts } from '../ledger/overdue.ts';

/** An overdue instalment with the late interest on it; one that was paid late, with what it bore until then. */
export interface DebtRow {
  concept: string;
  nature: ItemNature;
  /** The unit that it is for, where several are on the account. */
  apartmentId: string;
  month: Month | null;
  dueDate: Day;
  /** The bill that charged it. */
  bill: number | null;
  capital: Centavos;
  /** Charged, and not paid. */
  interest: Centavos;
  /** Not charged yet: it runs until the day. */
  accrued: Centavos;
  total: Centavos;
}

/** What of an account is overdue, instalment by instalment, by due date: as much as `overdueOf` says, and what accrues. */
export function debtOf(
  account: Account,
  day: Day,
  accrued: ReadonlyMap<number, Centavos> = new Map(),
): DebtRow[] {
  const known = new Map(account.items.map((item) => [item.item, item]));
  const overdue = overdueDebts(account, day);
  const listed = new Set(overdue.map(({ item }) => item));
  const paid = [...accrued.keys()]
    .filter((item) => !listed.has(item))
    .map((item) => ({ item, capital: NO_MONEY, interest: NO_MONEY }));
  return inOrder(
    [...overdue, ...paid].flatMap(({ item: id, capital, interest }) => {
      const item = known.get(id);
      return item === undefined
        ? []
        : rowOf(item, { capital, interest, accrued: accrued.get(id) ?? NO_MONEY });
    }),
  );
}

function rowOf(item: LedgerItem, money: Pick<DebtRow, 'capital' | 'interest' | 'accrued'>): DebtRow {
  const {
    description: concept,
    nature,
    forApartmentId: apartmentId,
    month,
    postingDate,
    bill,
    dueDate,
  } = item;
  const { capital, interest, accrued } = money;
  return {
    ...{ concept, nature, apartmentId, month, bill, capital, interest, accrued },
    dueDate: dueDate === null || (nature === 'interest' && postingDate < dueDate) ? postingDate : dueDate,
    total: centavos(capital + interest + accrued),
  };
}

/**
 * The rows without those of rounding up to the peso, which nobody owes by itself: each goes with the last row that has
 * late interest, which it comes from; where none is owed, with what its bill charged, else with the oldest. Where nothing
 * else is owed it is left out.
 */
export function withoutRounding(rows: readonly DebtRow[]): DebtRow[] {
  const kept = rows.filter(({ nature }) => nature !== 'rounding').map((row) => ({ ...row }));
  for (const { nature, bill, capital } of rows) {
    if (nature !== 'rounding') continue;
    const bearing = kept.findLast(({ interest }) => interest > 0);
    const row = bearing ?? kept.find((one) => one.bill === bill) ?? kept[0];
    if (row === undefined) continue;
    if (bearing === undefined) row.capital = centavos(row.capital + capital);
    else row.interest = centavos(row.interest + capital);
    row.total = centavos(row.total + capital);
  }
  return kept;
}

/** By due date. */
export const inOrder = (rows: readonly DebtRow[]): DebtRow[] =>
  [...rows].sort((a, b) => (a.dueDate === b.dueDate ? 0 : a.dueDate < b.dueDate ? -1 : 1));

/** What the rows come to. */
export const debtTotals = (rows: readonly DebtRow[]) => ({
  capital: sumMoney(rows.map((row) => row.capital)),
  interest: sumMoney(rows.map((row) => row.interest)),
  accrued: sumMoney(rows.map((row) => row.accrued)),
  total: sumMoney(rows.map((row) => row.total)),
});
