import type { Centavos } from '../../../shared/money.ts';

/**
 * Movement of money in a bank extract, with the bank account's balance after the movement, as input to
 * `balanceBreaks`.
 */
export interface Movement {
  /** Number of the row in the sheet. */
  row: number;
  /** Value of the movement in centavos; negative for money out. */
  value: Centavos;
  /** Balance after the movement, in centavos. */
  balance: Centavos;
}

/**
 * Checks the balance column of a bank extract: each balance must be the balance before plus the movement. A
 * break shows a row missing, doubled or misread. Rows may run from oldest to newest or reversed.
 * @returns row numbers with a wrong balance; null if the column holds no running balance
 */
export function balanceBreaks(movements: readonly Movement[]): number[] | null {
  if (movements.length < 2) return [];
  const oldestFirst = breaksOf(movements);
  const newestFirst = breaksOf([...movements].reverse());
  const breaks = newestFirst.length < oldestFirst.length ? newestFirst : oldestFirst;
  const steps = movements.length - 1;
  // Only a running balance matches at least half of the steps.
  return breaks.length * 2 > steps ? null : breaks.sort((a, b) => a - b);
}

const breaksOf = (movements: readonly Movement[]): number[] =>
  movements.flatMap(({ row, value, balance }, index) => {
    const before = movements[index - 1];
    return before === undefined || before.balance + value === balance ? [] : [row];
  });
