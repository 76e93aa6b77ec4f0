import { plainWords } from '../../platform/sheets/cell-text.ts';
import { saysTotal } from '../../platform/sheets/mapping/rows.ts';
import type { SheetRow } from '../../platform/sheets/sheet.types.ts';

/**
 * True if a row of a payment sheet is probably a row of totals: the text of a cell starts with a word like
 * 'Total', at most after a row number. The row is then no payment.
 */
export const hasTotalWord = ({ cells }: SheetRow): boolean =>
  cells.some(({ text, number }) => number === undefined && saysTotal(text));

/** Words of a total of a part, never of a payment: 'Subtotal', 'TOTAL DIA 3'. A payer writes 'Total mes de mayo'. */
const PART =
  /^sub ?(total|suma)|^(gran )?total (del? )?(dia|diario|mes|periodo|general|pagina|hoja)( \d[\d ]*)?$/;

/** True for a row with the words of a total that no payer writes, also beside a day. */
export const saysSubtotal = ({ cells }: SheetRow): boolean =>
  cells.some(({ text, number }) => number === undefined && PART.test(plainWords(text)));

/** Sums of credits and debits, in centavos, with the number of rows. */
interface Sums {
  rows: number;
  in: bigint;
  out: bigint;
}

/** True if an amount in centavos is no larger than a number of rows: a count, as no total is so small. */
export const mayBeCount = (amount: number, rows: number): boolean =>
  amount > 0 && amount <= rows * 100 && amount % 100 === 0;

/** Most totals to look back at. */
const MOST_STARTS = 60;

/**
 * Sums of credits and debits while a payment sheet is read from top to bottom. A row with an amount equal to a sum of
 * several rows, from the first row or from any total on, is a row of totals, not a payment.
 */
export class RunningTotals {
  readonly #all: Sums = { rows: 0, in: 0n, out: 0n };
  /** Sums before the first row, and at each total. */
  readonly #starts: Sums[] = [{ rows: 0, in: 0n, out: 0n }];

  /**
   * Adds a movement to the sums.
   * @param value centavos; negative for money out
   */
  add(value: number): void {
    this.#all.rows++;
    if (value > 0) this.#all.in += BigInt(value);
    else this.#all.out -= BigInt(value);
  }

  /** Starts a new partial sum after a total. */
  next(): void {
    this.#starts.push({ ...this.#all });
    if (this.#starts.length > MOST_STARTS) this.#starts.splice(1, 1);
  }

  #since(start: Sums): Sums {
    const { rows, in: came, out } = this.#all;
    return { rows: rows - start.rows, in: came - start.in, out: out - start.out };
  }

  /** Returns the sums of all rows, and since the last total. */
  sums(): { all: Sums; since: Sums } {
    return { all: this.#all, since: this.#since(this.#starts.at(-1) ?? this.#all) };
  }

  /** True if an amount in centavos counts rows, as below 'Total pagos'. */
  isCount = (amount: number): boolean => mayBeCount(amount, this.#all.rows);

  /**
   * True if each amount is a sum of several movements: credits, debits, both, or the difference.
   * @param fewest minimum number of movements in a sum
   * @param side the only side to sum; null for any
   */
  areSums(amounts: readonly number[], fewest = 2, side: 'in' | 'out' | null = null): boolean {
    if (amounts.length === 0) return false;
    return this.#starts.some((start) => {
      const sums = this.#since(start);
      const ofAny = [sums.in, sums.out, sums.in + sums.out, sums.in - sums.out].map(absolute);
      const totals = side === null ? ofAny : [sums[side]];
      return sums.rows >= fewest && amounts.every((amount) => totals.includes(absolute(BigInt(amount))));
    });
  }
}

const absolute = (value: bigint): bigint => (value < 0n ? -value : value);
