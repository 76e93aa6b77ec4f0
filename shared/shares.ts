import { type Centavos, centavos } from './money.ts';

/**
 * Splits an amount by weights, exact: each share is the whole centavos of amount × weight ÷ sum of weights, and the centavos
 * left over go to the largest remainders, a single centavo each; among equal remainders, to the first. The shares add up to the amount.
 * @param weights integers of 0 or more, with a sum above 0; a weight of 0 gets 0
 */
export function sharesOf(amount: Centavos, weights: readonly number[]): Centavos[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  const parts = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, whole: Number(product / sum), rest: product % sum };
  });
  const left = amount - parts.reduce((total, { whole }) => total + whole, 0);
  const byRest = [...parts].sort((a, b) =>
    a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1,
  );
  const raised = new Set(byRest.slice(0, left).map(({ index }) => index));
  return parts.map(({ index, whole }) => centavos(whole + (raised.has(index) ? 1 : 0)));
}

/**
 * Returns a part of an amount paid in equal parts: the sum of `part` parts in whole centavos, less the parts before. All
 * parts add up to the amount, and two parts differ by a centavo at most.
 * @param part number of the part, from 1
 */
export function monthPart(amount: Centavos, part: number, parts: number): Centavos {
  const until = (count: number) => (BigInt(amount) * BigInt(count)) / BigInt(parts);
  return centavos(Number(until(part) - until(part - 1)));
}

/** Number of months of a budget. */
export const BUDGET_MONTHS = 12;

/**
 * Splits a month of a year's budget by weights: the twelve parts add up to the budget, and each part is split exactly.
 * @param month number of the month, from 1
 */
export const budgetShares = (amount: Centavos, month: number, weights: readonly number[]): Centavos[] =>
  sharesOf(monthPart(amount, month, BUDGET_MONTHS), weights);
