import type { Day } from '../../../shared/days.ts';
import { type Centavos, centavos } from '../../../shared/money.ts';
import type { ReadPayment, ToldBalance } from './payment-file.types.ts';
import type { Moved } from './reversals.ts';

/**
 * Movement of money in a bank extract, with the bank account's balance after the movement, as input to
 * `followBalance`.
 */
export interface Movement {
  /** Number of the row in the sheet. */
  row: number;
  /** Value of the movement in centavos; negative for money out. */
  value: Centavos;
  /** Balance after the movement, in centavos; null if the row has no balance. */
  balance: Centavos | null;
}

/** Balance of a bank account before and after the movements of an extract, in centavos; null if not stated. */
export interface SaidBalances {
  opening: Centavos | null;
  closing: Centavos | null;
}

/** Balance of a bank account followed over the movements of an extract. Amounts in centavos. */
export interface FollowedBalance {
  /** Balance before the oldest and after the newest movement. */
  opening: Centavos;
  closing: Centavos;
  /** Rows with a balance other than the balance before plus the movements, and the difference. */
  breaks: { row: number; amount: Centavos }[];
  /** Rows with the balance going down by a value read as money in, or up by money out. */
  turned: number[];
  /** False if the column holds no running balance: less than half of the balances agree. */
  isRunning: boolean;
}

/**
 * Follows the balance column of a bank extract: each balance must be the balance before plus the movements. A
 * break shows a row missing, doubled or misread. Rows may run from oldest to newest or reversed.
 * @returns null if no row has a balance, or for sums beyond safe integers
 */
export function followBalance(movements: readonly Movement[]): FollowedBalance | null {
  const oldestFirst = followInOrder(movements);
  const newestFirst = followInOrder([...movements].reverse());
  if (oldestFirst === null || newestFirst === null) return null;
  // Equal values in the wrong order look turned: the order with fewer other breaks is right.
  const others = ({ breaks, turned }: typeof oldestFirst) => breaks.length - turned.length;
  const isNewest =
    others(newestFirst) - others(oldestFirst) || newestFirst.breaks.length - oldestFirst.breaks.length;
  const { steps, ...followed } = isNewest < 0 ? newestFirst : oldestFirst;
  const isTurned = followed.turned.length === followed.breaks.length && !isChain(steps);
  return {
    ...followed,
    breaks: followed.breaks.sort((a, b) => a.row - b.row),
    // Days in mixed orders have other breaks too, or right balances in another order.
    turned: isTurned ? followed.turned : [],
    isRunning: followed.breaks.length * 2 < steps.length,
  };
}

/** True if the steps may follow each other in some order: only the first balance has no step that ends there. */
function isChain(steps: readonly (readonly [before: number, after: number])[]): boolean {
  const left = new Map<number, number>();
  for (const [before, after] of steps) {
    left.set(before, (left.get(before) ?? 0) + 1);
    left.set(after, (left.get(after) ?? 0) - 1);
  }
  return [...left.values()].reduce((sum, many) => sum + Math.abs(many), 0) <= 2;
}

function followInOrder(
  movements: readonly Movement[],
): (Omit<FollowedBalance, 'isRunning'> & { steps: [before: number, after: number][] }) | null {
  const breaks: FollowedBalance['breaks'] = [];
  const turned: number[] = [];
  let alone = 0;
  let opening: number | null = null;
  let last = 0;
  let since = 0;
  const steps: [number, number][] = [];
  for (const { row, value, balance } of movements) {
    since += value;
    alone += 1;
    if (balance === null) continue;
    opening ??= last = balance - since;
    const amount = balance - last - since;
    if (![opening, amount].every(Number.isSafeInteger)) return null;
    if (amount !== 0) breaks.push({ row, amount: centavos(amount) });
    if (alone === 1 && amount !== 0 && amount === -2 * value) turned.push(row);
    steps.push([balance - since, balance]);
    last = balance;
    [since, alone] = [0, 0];
  }
  if (opening === null || !Number.isSafeInteger(last + since)) return null;
  return { opening: centavos(opening), closing: centavos(last + since), breaks, turned, steps };
}

/**
 * Computes the balance of the bank account stated by an extract: at the foot or head, or else by the column of balances.
 * The rest without a movement is a gap.
 * @param moved all movements with days and signed values in centavos, in the order of the sheet
 * @returns null if the extract tells no final balance, without a day, or for sums beyond safe integers
 */
export function toldBalance(
  moved: readonly { day: Day | null; value: Centavos }[],
  payments: readonly ReadPayment[],
  outs: readonly Moved[],
  running: FollowedBalance | null,
  saidBalances: SaidBalances,
): ToldBalance | null {
  const closing = saidBalances.closing ?? running?.closing;
  const days = moved.flatMap(({ day }) => day ?? []).sort();
  const [from, until] = [days[0], days.at(-1)];
  if (closing === undefined || from === undefined || until === undefined) return null;
  const sum = moved.reduce((all, { value }) => all + value, 0);
  if (!Number.isSafeInteger(closing - sum)) return null;
  const opening = saidBalances.opening ?? running?.opening ?? centavos(closing - sum);
  const gaps: ToldBalance['gaps'] = [...(running?.breaks ?? [])];
  const balance = {
    from,
    until,
    opening,
    closing,
    outs: outs.map(({ row, day, amount, text }) => ({ row, day, amount: centavos(-amount), text })),
    gaps,
  };
  const explained = [...payments, ...balance.outs, ...gaps].reduce((all, { amount }) => all + amount, 0);
  const rest = closing - opening - explained;
  if (!Number.isSafeInteger(rest)) return null;
  if (rest !== 0) gaps.push({ row: null, amount: centavos(rest) });
  return balance;
}
