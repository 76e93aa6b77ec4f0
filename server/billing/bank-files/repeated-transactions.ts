import type { ReadPayment } from './payment-file.types.ts';

/** Row of a file with the id of a transaction of an earlier row. */
export interface RepeatedRow {
  payment: ReadPayment;
  /** Number of the first row with the id. */
  first: number;
  /** True if the amounts of the two rows differ: the column may be no id, so the user decides. */
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
      : [{ payment, first: first.row, differs: first.amount !== payment.amount }];
  });
}
