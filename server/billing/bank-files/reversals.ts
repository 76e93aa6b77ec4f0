import { type Day, daysBetween } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';

/** Credit or debit line of a bank extract, as input to find reversed and returned payments. */
export interface Moved {
  /** Number of the row in the sheet. */
  row: number;
  /** Day of the movement; null if unreadable. */
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
 * Result of looking for reversed payments: pairs of payment and return, and returns with several possible
 * payments.
 */
export interface Reversals {
  /** Payments with the return of the same money. */
  pairs: { credit: Moved; debit: Moved }[];
  /** Returns that fit payments with different texts: perhaps of different persons. */
  doubtful: { credits: Moved[]; debit: Moved }[];
}

/**
 * Finds the payment undone by each reversal or return in an extract. The payment must have the same amount,
 * an earlier or equal day, and the same unit or the same words (besides the word for return). Returns with
 * several different candidates are `doubtful`.
 */
export function findReversals(credits: readonly Moved[], debits: readonly Moved[]): Reversals {
  const used = new Set<Moved>();
  const found: Reversals = { pairs: [], doubtful: [] };
  for (const debit of debits) {
    const words = plainWords(debit.text);
    const rest = words
      .replace(TURNS, ' ')
      .split(' ')
      .filter((word) => word.length > 2);
    if (rest.join(' ') === words) continue;
    const isSame = ({ unit, text }: Moved): boolean => {
      if (debit.unit !== '' || unit !== '') return debit.unit !== '' && unit === debit.unit;
      const own = new Set(plainWords(text).split(' '));
      return rest.length > 0 && rest.every((word) => own.has(word));
    };
    const fitting = credits.filter((one) => {
      if (used.has(one) || one.amount !== debit.amount || one.day === null || debit.day === null)
        return false;
      const days = daysBetween(one.day, debit.day);
      return days >= 0 && days <= MOST_DAYS && isSame(one);
    });
    const credit = fitting.at(-1);
    if (credit === undefined) continue;
    const texts = new Set(fitting.map(({ text }) => plainWords(text)));
    if (debit.unit === '' && texts.size > 1) {
      found.doubtful.push({ credits: fitting, debit });
      continue;
    }
    used.add(credit);
    found.pairs.push({ credit, debit });
  }
  return found;
}
