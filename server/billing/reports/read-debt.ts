import type { ItemNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import type { Account, LedgerItem } from '../ledger/ledger.types.ts';
import { overdueDebts } from '../ledger/overdue.ts';

/**
 * Row of a debt certificate, in centavos: an overdue instalment with its late interest. Also for an
 * instalment already paid, but paid late, with interest still owed.
 */
export interface DebtRow {
  /** Name of the charge: 'Administración'. */
  concept: string;
  /** Kind of the charge: fee, extra, fine …. */
  nature: ItemNature;
  /** Id of the unit that owes the debt, if the account has several units. */
  apartmentId: string;
  /** Month of the charge; null for a debt without a month. */
  month: Month | null;
  dueDate: Day;
  /** Number of the bill that charged the debt; null without a bill. */
  bill: number | null;
  /** Unpaid part of the charge. */
  capital: Centavos;
  /** Interest billed and not paid. */
  interest: Centavos;
  /** Interest until the day of the certificate, not billed yet. */
  accrued: Centavos;
  total: Centavos;
}

/**
 * Returns the overdue debts of an account as rows of the debt certificate, sorted by due date, with the late
 * interest until the day not billed yet. Capital and billed interest add up to the sums of `overdueOf`. In
 * centavos.
 * @param accrued interest not billed yet. Key: ledger item number of the overdue charge. Value: centavos
 */
export function debtOf(
  account: Account,
  day: Day,
  accrued: ReadonlyMap<number, Centavos> = new Map(),
): DebtRow[] {
  const items = new Map(account.items.map((item) => [item.item, item]));
  const overdue = overdueDebts(account, day);
  const listed = new Set(overdue.map(({ item }) => item));
  const paid = [...accrued.keys()]
    .filter((item) => !listed.has(item))
    .map((item) => ({ item, capital: NO_MONEY, interest: NO_MONEY }));
  return inOrder(
    [...overdue, ...paid].flatMap(({ item: id, capital, interest }) => {
      const item = items.get(id);
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
    concept,
    nature,
    apartmentId,
    month,
    bill,
    capital,
    interest,
    accrued,
    dueDate: dueDate === null || (nature === 'interest' && postingDate < dueDate) ? postingDate : dueDate,
    total: centavos(capital + interest + accrued),
  };
}

/**
 * Removes rows that only round a bill to whole pesos from a debt certificate, because rounding alone is no
 * debt. The amount is added to another row: (1) the last row with late interest, else (2) a row of the same
 * bill, else (3) the oldest row. Without another row, rounding rows are dropped.
 */
export function withoutRounding(rows: readonly DebtRow[]): DebtRow[] {
  const owedRows = rows.filter(({ nature }) => nature !== 'rounding').map((row) => ({ ...row }));
  for (const { nature, bill, capital } of rows) {
    if (nature !== 'rounding') continue;
    const bearing = owedRows.findLast(({ interest }) => interest > 0);
    const row = bearing ?? owedRows.find((one) => one.bill === bill) ?? owedRows[0];
    if (row === undefined) continue;
    if (bearing === undefined) row.capital = centavos(row.capital + capital);
    else row.interest = centavos(row.interest + capital);
    row.total = centavos(row.total + capital);
  }
  return owedRows;
}

/** Sorts the rows of a debt certificate by due date, oldest first. Rows of the same day keep the order. */
export const inOrder = (rows: readonly DebtRow[]): DebtRow[] =>
  [...rows].sort((a, b) => (a.dueDate === b.dueDate ? 0 : a.dueDate < b.dueDate ? -1 : 1));

/**
 * Sums the rows of a debt certificate for the row of totals, in centavos: capital, billed interest, interest
 * not yet billed, and total.
 */
export const debtTotals = (rows: readonly DebtRow[]) => ({
  capital: sumMoney(rows.map((row) => row.capital)),
  interest: sumMoney(rows.map((row) => row.interest)),
  accrued: sumMoney(rows.map((row) => row.accrued)),
  total: sumMoney(rows.map((row) => row.total)),
});
