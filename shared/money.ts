import { withDots } from './with-dots.ts';

declare const centavosBrand: unique symbol;
/** An amount of money as an integer of centavos; always a safe integer. What is owed is positive. */
export type Centavos = number & { readonly [centavosBrand]: true };

const PER_PESO = 100;

/** The largest amount that may be typed or read from a sheet, in pesos: a billion of them. */
export const MAX_PESOS = 1_000_000_000_000;

/** Takes an integer for an amount. Throws RangeError unless it is a safe integer. */
export function centavos(n: number): Centavos {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a safe integer of centavos: ${n}`);
  return (n === 0 ? 0 : n) as Centavos; // -0 would show as a sign
}

export const NO_MONEY: Centavos = centavos(0);

/** The exact sum. Throws RangeError as soon as a partial sum leaves the safe integers. */
export function sumMoney(list: Iterable<Centavos>): Centavos {
  let sum = 0;
  for (const n of list) {
    sum += n;
    if (!Number.isSafeInteger(sum)) throw new RangeError('The sum of the amounts is too large.');
  }
  return centavos(sum);
}

/** The nearest double of pesos: what goes on the wire. */
export const toPesos = (amount: Centavos): number => amount / PER_PESO;

/**
 * An amount of pesos from the wire or a sheet's number, to the letter: null where it is not finite, has more than
 * two decimals beyond float noise (0.1 + 0.2 is 0.30), or is more than MAX_PESOS either way.
 */
export function fromPesos(pesos: number): Centavos | null {
  if (!Number.isFinite(pesos) || Math.abs(pesos) > MAX_PESOS) return null;
  // What 15 digits show, as a spreadsheet does.
  const shown = Number(pesos.toPrecision(15)) * PER_PESO;
  const rounded = Math.round(shown);
  return Math.abs(shown - rounded) > 1e-4 ? null : centavos(rounded);
}

/** Rounds half up to whole pesos: 0.50 is 1, −0.50 is 0. */
export function roundToPeso(amount: Centavos): Centavos {
  return centavos(Math.floor((amount + PER_PESO / 2) / PER_PESO) * PER_PESO);
}

/** With dots for thousands, and centavos only where there are some: '290.080', '-175.000', '1.234,50'. */
export function formatMoney(amount: Centavos): string {
  const size = Math.abs(amount);
  const rest = size % PER_PESO;
  const pesos = withDots((size - rest) / PER_PESO);
  return `${amount < 0 ? '-' : ''}${pesos}${rest === 0 ? '' : `,${String(rest).padStart(2, '0')}`}`;
}

/** The same with its sign: '$ 290.080'. */
export const formatPesos = (amount: Centavos): string =>
  amount < 0 ? `-$ ${formatMoney(centavos(-amount))}` : `$ ${formatMoney(amount)}`;
