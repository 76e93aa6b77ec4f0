import type { Day } from '../days.ts';
import { type Centavos, centavos } from '../money.ts';
import type { ItemNature } from './natures.ts';

/**
 * Debt as needed to distribute a payment: number of the ledger item, due date, and unpaid amount in centavos
 * (`open`).
 */
export interface Payable {
  item: number;
  nature: ItemNature;
  dueDate: Day | null;
  open: Centavos;
}

/**
 * Compares two debts by payment order: late interest first, then charges (Código Civil, art. 1653), each by due
 * date, then by posting order.
 */
export function payingOrder(a: Payable, b: Payable): number {
  const kind = Number(a.nature !== 'interest') - Number(b.nature !== 'interest');
  if (kind !== 0) return kind;
  const [dueA, dueB] = [a.dueDate ?? '', b.dueDate ?? ''];
  if (dueA !== dueB) return dueA < dueB ? -1 : 1;
  return a.item - b.item;
}

/**
 * Distributes money over debts in the given order, to each at most the unpaid amount (`open`). Returns the
 * paid debts with amounts in centavos; money left over appears in no entry.
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
