import type { ReadPayment } from './payment-file.types.ts';

/** Row of a file with the id of a transaction of an earlier row. */
export interface RepeatedRow {
  payment: ReadPayment;
  /** Number of the first row with the id. */
  first: number;
  /** True if day, unit, amount or texts of the two rows differ: the column may be no id, so the user decides. */
  differs: boolean;
}

/**
 * Finds the rows with the id of an earlier row's transaction at a payment gateway. A gateway lists
 * a transaction once for each attempt or state, and the money came once.
 */
export function repeatedTransactions(rows: readonly ReadPayment[]): RepeatedRow[] {
  const firsts = new Map<string, ReadPayment>();
  return rows.flatMap((payment) => {
    if (payment.transaction === null) return [];
    const id = payment.transaction.toUpperCase();
    const first = firsts.get(id);
    if (first === undefined) firsts.set(id, payment);
    return first === undefined
      ? []
      : [{ payment, first: first.row, differs: contentOf(first) !== contentOf(payment) }];
  });
}

const contentOf = ({ identity, detail }: ReadPayment): string => JSON.stringify([identity, detail]);

/** Returns the id in a cell; null for a placeholder without a digit besides 0: 'N/A', '-', '000'. */
export const transactionIn = (text: string): string | null =>
  /[1-9]/.test(text) && !isRounded(text) ? text : null;

/** True for a number with lost digits, as a spreadsheet writes long numbers: '1,23457E+11', or 16 digits and more ending in zeros. */
export const isRounded = (text: string): boolean =>
  /^\d([.,]\d+)?e\+?\d+$/i.test(text) || /^\d{15}0+$/.test(text);
