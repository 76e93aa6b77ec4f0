import { plainWords } from '../../../platform/sheets/cell-text.ts';
import type { SheetRow } from '../../../platform/sheets/sheet.types.ts';

/** Whether a cell of a row begins with the word of a total; '2' before it is the row's number. */
export const saysTotal = (row: SheetRow): boolean =>
  row.cells.some(
    ({ text, number }) =>
      number === undefined && /^(gran |sub ?)?(total(es)?|suman?|sumas)\b/.test(plainWords(text)),
  );

/** What came in and what went out, in centavos. */
interface Sums {
  rows: number;
  in: bigint;
  out: bigint;
}

const none = (): Sums => ({ rows: 0, in: 0n, out: 0n });

/** The sums of a table's movements: of all of them so far, and of those since its last total. */
export class RunningTotals {
  readonly #all = none();
  #since = none();

  /** @param value centavos; negative where it went out */
  add(value: number): void {
    for (const sums of [this.#all, this.#since]) {
      sums.rows++;
      if (value > 0) sums.in += BigInt(value);
      else sums.out -= BigInt(value);
    }
  }

  /** A total was read: the next one may begin behind it. */
  next(): void {
    this.#since = none();
  }

  /**
   * Whether each amount is the sum of several movements, of one direction, of both, or of their difference.
   * @param fewest movements that make a sum
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
