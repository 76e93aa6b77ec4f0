import { HUNDRED, type Nano, nano } from '../../shared/coefficient.ts';

/**
 * Distributes 100 in proportion to weights (for example private areas), rounded to `decimals`, with a sum of
 * exactly 100. Rounds down, then gives the rest to the largest remainders, as surveyors do. A weight of 0 gets 0.
 * @param weights whole numbers, not all 0
 * @param decimals 0 to 9
 */
export function shareOut(weights: readonly number[], decimals: number): Nano[] {
  const step = 10 ** (9 - decimals);
  const steps = HUNDRED / step;
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const shares = weights.map((weight) => {
    // BigInt: a share times the total exceeds the safe integers in larger tables.
    const exact = BigInt(steps) * BigInt(weight);
    return { whole: Number(exact / BigInt(total)), rest: Number(exact % BigInt(total)) };
  });
  const left = steps - shares.reduce((sum, share) => sum + share.whole, 0);
  const largest = shares.map((share, index) => ({ index, rest: share.rest }));
  largest.sort((a, b) => b.rest - a.rest || a.index - b.index);
  const raised = new Set(largest.slice(0, left).map(({ index }) => index));
  return shares.map(({ whole }, index) => nano((whole + (raised.has(index) ? 1 : 0)) * step));
}
