import { type Centavos, centavos } from '../../../shared/money.ts';

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

/**
 * Returns the sides of movements without signs by the balances: 1 for money in, -1 for money out. A movement has a side
 * if the balance before plus or minus the value is the balance after. Empty unless most movements have a side, some with
 * money in, and more in one order of the rows than in the other.
 * @param opening balance before the oldest movement, in centavos; null if not stated: the oldest has no side then
 */
export function sidesByBalance(
  movements: readonly { row: number; value: Centavos; balance: Centavos }[],
  opening: Centavos | null,
): ReadonlyMap<number, 1 | -1> {
  const sidesOf = (ordered: typeof movements) =>
    ordered.flatMap(({ row, value, balance }, at) => {
      const moved = balance - ((at === 0 ? opening : ordered[at - 1]?.balance) ?? balance);
      const side: 1 | -1 = moved < 0 ? -1 : 1;
      return moved !== 0 && Math.abs(moved) === Math.abs(value) ? [[row, side] as const] : [];
    });
  const [first, second] = [sidesOf(movements), sidesOf(movements.toReversed())];
  const sides = first.length > second.length ? first : second;
  const isProof = first.length !== second.length && sides.length * 2 > movements.length - 1;
  return new Map(isProof && sides.some(([, side]) => side > 0) ? sides : []);
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
