import { type Day, daysBetween } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';

/** Movement of a file, for finding reversed and returned payments. */
export interface Moved {
  row: number;
  day: Day | null;
  /** Positive, in centavos. */
  amount: Centavos;
  /** Text of the bank or of the sheet. */
  text: string;
  /** Unit as written; '' if empty. */
  unit: string;
}

/** Words of a debit that takes a payment back. */
const TURNS =
  /\b(rev|reversos?|reversion|reversa|reversad[oa]|devolucion|devuelt[oa]|dev|anulacion|anulad[oa]|rechazo|rechazad[oa])\b/g;
/** Most days between a payment and the return. */
const MOST_DAYS = 15;

/**
 * Pairs each reversal or return with the payment: equal amount, not later than the return, and the same unit or the
 * same words beside the word of the return.
 */
export function findReversals(
  credits: readonly Moved[],
  debits: readonly Moved[],
): { credit: Moved; debit: Moved }[] {
  const used = new Set<Moved>();
  return debits.flatMap((debit) => {
    const words = plainWords(debit.text);
    const rest = words
      .replace(TURNS, ' ')
      .split(' ')
      .filter((word) => word.length > 2);
    if (rest.join(' ') === words) return [];
    const isSame = ({ unit, text }: Moved): boolean => {
      if (debit.unit !== '' || unit !== '') return debit.unit !== '' && unit === debit.unit;
      const own = new Set(plainWords(text).split(' '));
      return rest.length > 0 && rest.every((word) => own.has(word));
    };
    const credit = credits.findLast((one) => {
      if (used.has(one) || one.amount !== debit.amount || one.day === null || debit.day === null)
        return false;
      const days = daysBetween(one.day, debit.day);
      return days >= 0 && days <= MOST_DAYS && isSame(one);
    });
    if (credit === undefined) return [];
    used.add(credit);
    return [{ credit, debit }];
  });
}
