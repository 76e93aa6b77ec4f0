import type { ItemNature } from '../../../shared/billing/natures.ts';
import type { Day, Month } from '../../../shared/days.ts';
import { type Centavos, centavos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { isOpening } from '../ledger/account.ts';
import type { Account, LedgerItem, NewInterestItem } from '../ledger/ledger.types.ts';
import { overdueDebts } from '../ledger/overdue.ts';
import { RunningAccount } from '../ledger/running-account.ts';
import { basesOf, type InterestBasis } from './interest-basis.ts';

/** Part of the late interest of a debt, in centavos, with the ground of the amount. */
export interface InterestPart {
  amount: Centavos;
  month: Month | null;
  /** Capital, days and rate of all interest charged together in the month; empty for interest without own computation. */
  bases: readonly InterestBasis[];
  /** Ground of interest without own computation: opening balance, interest of a spreadsheet, or rounding of bills. */
  ground: 'rate' | 'opening' | 'sheet' | 'rounding';
}

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
  /** Parts of `interest` and `accrued`, by month. */
  parts: readonly InterestPart[];
}

/**
 * Returns the overdue debts of an account as rows of the debt certificate, sorted by due date, with the late
 * interest until the day not billed yet. Capital and billed interest add up to the sums of `overdueOf`. In
 * centavos.
 * @param accrued interest not billed yet. Key: ledger item number of the overdue charge
 */
export function debtOf(
  account: Account,
  day: Day,
  accrued: ReadonlyMap<number, readonly NewInterestItem[]> = new Map(),
): DebtRow[] {
  const basisOf = basesOf(new RunningAccount(account), [...accrued.values()].flat());
  const items = new Map(account.items.map((item) => [item.item, item]));
  const overdue = overdueDebts(account, day);
  const listed = new Set(overdue.map(({ item }) => item));
  const paid = [...accrued.keys()]
    .filter((item) => !listed.has(item))
    .map((item) => ({ item, capital: NO_MONEY, interest: NO_MONEY, parts: [] }));
  return inOrder(
    [...overdue, ...paid].flatMap(({ item: id, capital, interest, parts }) => {
      const item = items.get(id);
      if (item === undefined) return [];
      const lines = accrued.get(id) ?? [];
      const bySource = [...parts, ...lines.map((line) => ({ item, line, amount: line.amount }))];
      return rowOf(item, {
        capital,
        interest,
        accrued: sumMoney(lines.map(({ amount }) => amount)),
        parts: bySource.map(({ item: of, line, amount }): InterestPart => {
          if (line !== null) {
            // Payments of an interest item cover its lines in order, so all lines of the item are the basis of the rest.
            const together = account.interest.filter(
              (one) => one.item === of.item && of.nature === 'interest',
            );
            const bases = (together.length === 0 ? [line] : together).map(basisOf);
            return { amount, month: line.month, bases, ground: 'rate' };
          }
          return { amount, month: of.month, bases: [], ground: isOpening(of) ? 'opening' : 'sheet' };
        }),
      });
    }),
  );
}

function rowOf(
  item: LedgerItem,
  money: Pick<DebtRow, 'capital' | 'interest' | 'accrued' | 'parts'>,
): DebtRow {
  const {
    description: concept,
    nature,
    forApartmentId: apartmentId,
    month,
    postingDate,
    bill,
    dueDate,
  } = item;
  const { capital, interest, accrued, parts } = money;
  return {
    concept,
    nature,
    apartmentId,
    month,
    bill,
    capital,
    interest,
    accrued,
    parts,
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
    else {
      row.interest = centavos(row.interest + capital);
      row.parts = [...row.parts, { amount: capital, month: null, bases: [], ground: 'rounding' }];
    }
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
