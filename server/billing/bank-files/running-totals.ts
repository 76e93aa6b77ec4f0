import { saysTotal } from '../../platform/sheets/mapping/rows.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';

/**
 * True if a row of a payment sheet is probably a row of totals: the text of a cell starts with a word like
 * 'Total', at most after a row number. The row is then no payment.
 */
export const hasTotalWord = ({ cells }: SheetRow): boolean =>
  cells.some(({ text, number }) => number === undefined && saysTotal(text));

/** Sums of credits and debits, in centavos, with the number of rows. */
interface Sums {
  rows: number;
  in: bigint;
  out: bigint;
}

const noSums = (): Sums => ({ rows: 0, in: 0n, out: 0n });

/**
 * Sums of credits and debits while a payment sheet is read from top to bottom: over all rows, and since the
 * last row of totals. A row with an amount equal to a sum of several rows is a row of totals, not a payment.
 */
export class RunningTotals {
  readonly #all = noSums();
  #since = noSums();

  /**
   * Adds a movement to the sums.
   * @param value centavos; negative for money out
   */
  add(value: number): void {
    for (const sums of [this.#all, this.#since]) {
      sums.rows++;
      if (value > 0) sums.in += BigInt(value);
      else sums.out -= BigInt(value);
    }
  }

  /** Starts a new partial sum after a total. */
  next(): void {
    this.#since = noSums();
  }

  /**
   * True if each amount is a sum of several movements: credits, debits, both, or the difference.
   * @param fewest minimum number of movements in a sum
   */
  areSums(amounts: readonly number[], fewest = 2): boolean {
    if (amounts.length === 0) return false;
    return [this.#all, this.#since].some((sums) => {
      const totals = [sums.in, sums.out, sums.in + sums.out, sums.in - sums.out].map(absolute);
      return sums.rows >= fewest && amounts.every((amount) => totals.includes(absolute(BigInt(amount))));
    });
  }
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
