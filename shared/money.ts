import { withDots } from './with-dots.ts';

declare const centavosBrand: unique symbol;
/** Amount of money in centavos. Always a safe integer. Debts are positive. */
export type Centavos = number & { readonly [centavosBrand]: true };

const PER_PESO = 100;

/** Largest amount accepted from input or a sheet, in pesos: 10¹². */
export const MAX_PESOS = 1_000_000_000_000;

/** Converts an integer to an amount. Throws RangeError unless the integer is safe. */
export function centavos(n: number): Centavos {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a safe integer of centavos: ${n}`);
  return (n === 0 ? 0 : n) as Centavos; // -0 would show as a sign
}

/** Amount of 0 centavos. */
export const NO_MONEY: Centavos = centavos(0);

/** Adds amounts exactly. Throws RangeError if a partial sum exceeds the safe integers. */
export function sumMoney(list: Iterable<Centavos>): Centavos {
  let sum = 0;
  for (const n of list) {
    sum += n;
    if (!Number.isSafeInteger(sum)) throw new RangeError('The sum of the amounts is too large.');
  }
  return centavos(sum);
}

/** Converts an amount in centavos to pesos for JSON: 29008050 gives 290080.5. */
export const toPesos = (amount: Centavos): number => amount / PER_PESO;

/**
 * Converts pesos from JSON or a spreadsheet's number without rounding. Null if infinite, with more than two
 * decimals beyond float noise (0.1 + 0.2 is 0.30), or beyond ±MAX_PESOS.
 */
export function fromPesos(pesos: number): Centavos | null {
  if (!Number.isFinite(pesos) || Math.abs(pesos) > MAX_PESOS) return null;
  // 15 digits, as a spreadsheet displays.
  const shown = Number(pesos.toPrecision(15)) * PER_PESO;
  const rounded = Math.round(shown);
  return Math.abs(shown - rounded) > 1e-4 ? null : centavos(rounded);
}

/** Rounds an amount half up to whole pesos: 0.50 is 1, −0.50 is 0. */
export function roundToPeso(amount: Centavos): Centavos {
  return centavos(Math.floor((amount + PER_PESO / 2) / PER_PESO) * PER_PESO);
}

/** Formats an amount with dots for thousands, and centavos only if not zero: '290.080', '-175.000', '1.234,50'. */
export function formatMoney(amount: Centavos): string {
  const size = Math.abs(amount);
  const rest = size % PER_PESO;
  const pesos = withDots((size - rest) / PER_PESO);
  return `${amount < 0 ? '-' : ''}${pesos}${rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`}`;
}

/** Formats an amount in centavos with the peso sign: 29008000 gives '$ 290.080'. */
export const formatPesos = (amount: Centavos): string =>
  amount < 0 ? `-$ ${formatMoney(centavos(-amount))}` : `$ ${formatMoney(amount)}`;
