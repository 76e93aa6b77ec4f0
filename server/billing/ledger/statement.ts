import { type Centavos, centavos, NO_MONEY } from '../../../shared/money.ts';
import { reversedItems } from './account.ts';
import type { Account, LedgerItem } from './ledger.types.ts';

/**
 * Row of an account statement ('estado de cuenta'): a ledger movement with the balance after the movement. In
 * centavos.
 */
export interface StatementRow {
  item: LedgerItem;
  /** Amount of the movement if a debit, else 0; negative for a reversal. */
  debit: Centavos;
  /** Amount of the movement if a credit, else 0; negative for a reversal. */
  credit: Centavos;
  /** Balance after the movement; negative in favour of the unit. */
  balance: Centavos;
  /** True if the item is a reversal or was undone by a reversal. */
  reversal: boolean;
}

/**
 * Returns the rows of an account statement ('estado de cuenta'): all movements by posting date, then by
 * number, with the running balance. The last balance is the account's balance.
 */
export function statementOf(account: Account): StatementRow[] {
  const reversed = reversedItems(account);
  const items = [...account.items].sort((a, b) =>
    a.postingDate === b.postingDate ? a.item - b.item : a.postingDate < b.postingDate ? -1 : 1,
  );
  let balance: Centavos = NO_MONEY;
  return items.map((item) => {
    const debit = item.side === 'debit' ? item.amount : NO_MONEY;
    const credit = item.side === 'credit' ? item.amount : NO_MONEY;
    balance = centavos(balance + debit - credit);
    return { item, debit, credit, balance, reversal: item.reverses !== null || reversed.has(item.item) };
  });
}
