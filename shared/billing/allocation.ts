import type { Day } from '../days.ts';
import { type Centavos, centavos } from '../money.ts';
import type { ItemNature } from './natures.ts';

/** Something that is owed, with what is left of it. */
export interface Payable {
  item: number;
  nature: ItemNature;
  dueDate: Day | null;
  open: Centavos;
}

/**
 * The order in which money pays: late interest first, then charges (Código Civil, art. 1653); within each by due
 * date, then in the order in which they were posted.
 */
export function payingOrder(a: Payable, b: Payable): number {
  const kind = Number(a.nature !== 'interest') - Number(b.nature !== 'interest');
  if (kind !== 0) return kind;
  const [dueA, dueB] = [a.dueDate ?? '', b.dueDate ?? ''];
  if (dueA !== dueB) return dueA < dueB ? -1 : 1;
  return a.item - b.item;
}

/** How an amount pays what is owed, in the order it is given: never more than is open, never more than there is. */
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
