import { formatMoney, toPesos } from '../../../shared/money.ts';
import { parseMoney } from '../../../shared/money-text.ts';

/** What was typed, as pesos for the wire; null where it is no amount, or nothing, or less. */
export function paidPesos(typed: string): number | null {
  const amount = parseMoney(typed);
  return amount === null || amount <= 0 ? null : toPesos(amount);
}

/** What was typed, as pesos for the wire; null where it is no amount, or less than nothing. */
export function pesosOrNone(typed: string): number | null {
  const amount = parseMoney(typed);
  return amount === null || amount < 0 ? null : toPesos(amount);
}

/** What was typed, with its dots, once it is an amount; anything else stays as it is, to be mended. */
export function tidyMoney(typed: string): string {
  const amount = parseMoney(typed);
  return amount === null ? typed : formatMoney(amount);
}
