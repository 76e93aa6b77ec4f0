import { type Centavos, centavos, NO_MONEY } from '../../../shared/money.ts';
import { reversedItems } from './account.ts';
import type { Account, LedgerItem } from './ledger.types.ts';

/** A movement with what the unit owes after it. */
export interface StatementRow {
  item: LedgerItem;
  /** Each in its own column; negative where it reverses. */
  debit: Centavos;
  credit: Centavos;
  balance: Centavos;
  /** It reverses another one, or was reversed. */
  reversal: boolean;
}

/** Every movement by posting date, then in the order of posting; the last balance is the account's. */
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
