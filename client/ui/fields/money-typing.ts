import { formatMoney, toPesos } from '../../../shared/money.ts';
import { parseMoney } from '../../../shared/money-text.ts';

/** Parses a typed amount ('1.234.567') to pesos for the API. Returns null if invalid, zero or negative. */
export function paidPesos(typed: string): number | null {
  const amount = parseMoney(typed);
  return amount === null || amount <= 0 ? null : toPesos(amount);
}

/** Parses a typed amount to pesos for the API; zero is allowed. Returns null if invalid or negative. */
export function pesosOrNone(typed: string): number | null {
  const amount = parseMoney(typed);
  return amount === null || amount < 0 ? null : toPesos(amount);
}

/**
 * Formats a typed amount with thousands dots: '1234567' gives '1.234.567'. Returns an invalid text unchanged.
 */
export function tidyMoney(typed: string): string {
  const amount = parseMoney(typed);
  return amount === null ? typed : formatMoney(amount);
}
