import { capitalized } from '../format.ts';
import type { Centavos } from '../money.ts';

const UNIT_WORDS = [
  'cero',
  'uno',
  'dos',
  'tres',
  'cuatro',
  'cinco',
  'seis',
  'siete',
  'ocho',
  'nueve',
  'diez',
  'once',
  'doce',
  'trece',
  'catorce',
  'quince',
  'dieciséis',
  'diecisiete',
  'dieciocho',
  'diecinueve',
  'veinte',
  'veintiuno',
  'veintidós',
  'veintitrés',
  'veinticuatro',
  'veinticinco',
  'veintiséis',
  'veintisiete',
  'veintiocho',
  'veintinueve',
];
const TENS = ['', '', '', 'treinta', 'cuarenta', 'cincuenta', 'sesenta', 'setenta', 'ochenta', 'noventa'];
const HUNDREDS = [
  '',
  'ciento',
  'doscientos',
  'trescientos',
  'cuatrocientos',
  'quinientos',
  'seiscientos',
  'setecientos',
  'ochocientos',
  'novecientos',
];
const THOUSAND = 1000;
const MILLION = 1_000_000;
/** Spanish billón: a million millions. */
const BILLION = 1_000_000_000_000;

/**
 * Spells a whole number in Spanish words, in the masculine form, for amounts on receipts: 31101 is 'treinta y
 * un mil ciento un'.
 */
export function numberInWords(number: number): string {
  if (!Number.isSafeInteger(number) || number < 0) throw new RangeError(`No number to spell: ${number}`);
  return shortened(belowAll(number));
}

/**
 * Spells an amount in Spanish words for printed receipts, as Colombian documents require: 'Doscientos noventa
 * mil ochenta pesos m/cte'.
 * @param amount centavos
 */
export function pesosInWords(amount: Centavos): string {
  const size = Math.abs(amount);
  const rest = size % 100;
  const pesos = (size - rest) / 100;
  const words = numberInWords(pesos);
  // 'Un millón de pesos', but 'un millón cien pesos'.
  const joined = pesos >= MILLION && pesos % MILLION === 0 ? ' de' : '';
  const whole = `${words}${joined} ${pesos === 1 ? 'peso' : 'pesos'}`;
  const cents = rest === 0 ? '' : ` con ${numberInWords(rest)} ${rest === 1 ? 'centavo' : 'centavos'}`;
  return capitalized(`${amount < 0 ? 'menos ' : ''}${whole}${cents} m/cte`);
}

function belowAll(number: number): string {
  return parted(number, BILLION, 'un billón', 'billones', (below) =>
    parted(below, MILLION, 'un millón', 'millones', (rest) =>
      parted(rest, THOUSAND, 'mil', 'mil', belowThousand),
    ),
  );
}

/** Spells the multiples of a size, then the rest with `below`. */
function parted(
  number: number,
  size: number,
  one: string,
  many: string,
  below: (rest: number) => string,
): string {
  if (number < size) return below(number);
  const rest = number % size;
  const quantity = (number - rest) / size;
  const head = quantity === 1 ? one : `${shortened(belowAll(quantity))} ${many}`;
  return rest === 0 ? head : `${head} ${below(rest)}`;
}

function belowThousand(number: number): string {
  if (number === 100) return 'cien';
  const rest = number % 100;
  const hundreds = HUNDREDS[(number - rest) / 100] ?? '';
  if (rest === 0 && hundreds !== '') return hundreds;
  return hundreds === '' ? belowHundred(rest) : `${hundreds} ${belowHundred(rest)}`;
}

function belowHundred(number: number): string {
  const small = UNIT_WORDS[number];
  if (small !== undefined) return small;
  const rest = number % 10;
  const tens = TENS[(number - rest) / 10] ?? '';
  return rest === 0 ? tens : `${tens} y ${UNIT_WORDS[rest]}`;
}

/** Shortens final 'uno' to 'un', as before a noun. */
const shortened = (words: string): string => words.replace(/veintiuno$/, 'veintiún').replace(/\buno$/, 'un');
