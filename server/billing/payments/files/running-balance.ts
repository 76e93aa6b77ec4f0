import type { Centavos } from '../../../../shared/money.ts';

/** A movement of an extract, with the balance of the account after it; both in centavos. */
export interface Movement {
  row: number;
  /** Negative where it went out. */
  value: Centavos;
  balance: Centavos;
}

/**
 * Follows the balance of an extract from movement to movement, whichever of its ends is the older.
 * @returns the rows whose balance is not the one before with their value; null where the column is no running balance
 */
export function balanceBreaks(movements: readonly Movement[]): number[] | null {
  if (movements.length < 2) return [];
  const oldestFirst = breaksOf(movements);
  const newestFirst = breaksOf([...movements].reverse());
  const breaks = newestFirst.length < oldestFirst.length ? newestFirst : oldestFirst;
  const steps = movements.length - 1;
  // Half of the steps hold by chance in no column but a running balance.
  return breaks.length * 2 > steps ? null : breaks.sort((a, b) => a - b);
}

const breaksOf = (movements: readonly Movement[]): number[] =>
  movements.flatMap(({ row, value, balance }, index) => {
    const before = movements[index - 1];
    return before === undefined || before.balance + value === balance ? [] : [row];
  });
