import type { Day } from '../days.ts';
import { type Centavos, centavos } from '../money.ts';
import type { ItemNature } from './natures.ts';

/**
 * Debt of a unit as input to distribute a payment over several debts. A ledger item of a charge or of late
 * interest.
 */
export interface Payable {
  /** Number of the ledger item. Ascending in posting order. */
  item: number;
  /** Kind of debt: `interest` (late interest), `fee` (administration fee), and so on. */
  nature: ItemNature;
  /** Due date. Null for debts without a due date. */
  dueDate: Day | null;
  /** Unpaid amount, in centavos. */
  open: Centavos;
}

/**
 * Compares two debts for sorting by payment order: late interest first, then charges (Código Civil, art. 1653),
 * each by due date, then by posting order. Negative if `a` is paid first.
 */
export function payingOrder(a: Payable, b: Payable): number {
  const kind = Number(a.nature !== 'interest') - Number(b.nature !== 'interest');
  if (kind !== 0) return kind;
  const [dueA, dueB] = [a.dueDate ?? '', b.dueDate ?? ''];
  if (dueA !== dueB) return dueA < dueB ? -1 : 1;
  return a.item - b.item;
}

/**
 * Distributes money over debts in order, to each debt at most the unpaid amount (`open`). 100 over debts of
 * 60 and 80 gives 60 and 40. Returns the debts paid with amounts in centavos; money left over appears in no
 * entry.
 * @param money amount to distribute, in centavos
 * @param owed debts, first paid first
 */
export function spread<T extends { open: Centavos }>(
  money: Centavos,
  owed: readonly T[],
): { to: T; amount: Centavos }[] {
  const parts: { to: T; amount: Centavos }[] = [];
  let left: number = money;
  for (const to of owed) {
    if (left <= 0) break;
    const amount = centavos(Math.min(left, to.open));
    if (amount <= 0) continue;
    parts.push({ to, amount });
    left -= amount;
  }
  return parts;
}
