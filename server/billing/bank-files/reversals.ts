import { type Day, daysBetween } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import { groupBy } from '../../platform/lib/group-by.ts';
import { plainWords } from '../../platform/sheets/cell-text.ts';
import { TURNS } from './movement-words.ts';

/**
 * Movement of money in a bank extract, as input to `findReversals`: a payment received, or money given back
 * later.
 */
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
  /** Id of the transaction at a payment gateway; null without a gateway. */
  transaction: string | null;
  /** Day of the payment taken back, of a return beside its payment in a file. */
  paidOn?: Day;
}

/** Most days between a payment and the return. */
export const MOST_DAYS = 15;

/** Most payments of the same amount to name beside a return in other words. */
const MOST_ALIKE = 3;

/**
 * Payments of an extract undone by a return of the money (bounced cheque, reversed transfer). The pairs are
 * not imported; doubtful returns are reported to the user.
 */
export interface Reversals {
  /** Payments with the return of the same money. */
  pairs: { credit: Moved; debit: Moved }[];
  /** Returns that fit payments with different texts: perhaps of different persons. */
  doubtful: { credits: Moved[]; debit: Moved }[];
}

/**
 * Pairs each return of money in a bank extract with the payment undone by the return. A pair has the same
 * amount; the payment is not later than the return, with the same id at a gateway, the same unit, or the same words
 * (besides the word for return). A return is `doubtful` with several different candidates, or with only a word in common.
 */
export function findReversals(credits: readonly Moved[], debits: readonly Moved[]): Reversals {
  const used = new Set<Moved>();
  const found: Reversals = { pairs: [], doubtful: [] };
  const byAmount = groupBy(credits, ({ amount }) => amount);
  for (const debit of debits) {
    const words = plainWords(debit.text);
    const bare = words.replace(TURNS, ' ');
    const rest = bare.split(' ').filter((word) => word.length > 2);
    const isSame = ({ unit, text, transaction }: Moved): boolean => {
      if (transaction !== null && transaction === debit.transaction) return true;
      if (debit.unit !== '' || unit !== '') return debit.unit !== '' && unit === debit.unit;
      if (bare === words) return false;
      const own = new Set(plainWords(text).split(' '));
      return rest.length > 0 && rest.every((word) => own.has(word));
    };
    const possible = (byAmount.get(debit.amount) ?? []).filter((one) => {
      if (used.has(one) || one.day === null || debit.day === null) return false;
      // Another layout may have the payment a day before or after.
      if (debit.paidOn !== undefined && Math.abs(daysBetween(debit.paidOn, one.day)) > 1) return false;
      const days = daysBetween(one.day, debit.day);
      return days >= 0 && days <= MOST_DAYS;
    });
    const fitting = possible.filter(isSame);
    const credit = fitting.at(-1);
    if (credit === undefined) {
      // 'Cheque devuelto causal 2' may return 'Consignación cheque', and a bare 'Reverso' any payment.
      const alike = possible.filter(({ text }) => {
        const own = plainWords(text).split(' ');
        return rest.length === 0 || own.some((word) => rest.includes(word));
      });
      const isReturn = bare !== words && debit.unit === '';
      if (isReturn && alike.length > 0 && alike.length <= MOST_ALIKE)
        found.doubtful.push({ credits: alike, debit });
      continue;
    }
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
