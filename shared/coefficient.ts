/**
 * Coefficients, exactly. A coefficient is kept as an integer of 10⁻⁹ of what the joint's table says
 * (2,97 in a table of percentages is 2_970_000_000), so sums and comparisons never pass through a fraction.
 * Plain safe integers suffice: a table may add up to 9,000,000 before 2⁵³ is near, and real ones add up to 100.
 */

declare const nanoBrand: unique symbol;
/** Integer of 10⁻⁹ of what the table says; always a safe integer, negative only as a difference. */
export type Nano = number & { readonly [nanoBrand]: true };

const PER_UNIT = 1_000_000_000;
const DECIMALS = 9;

/** The largest coefficient of one unit, in the table's own units. Tables by mille or by square metre fit. */
export const MAX_COEFFICIENT = 1_000_000;
/** The largest sum of a table, in the table's own units: 9 × 10¹⁵ nano is just below 2⁵³. */
export const MAX_SUM = 9_000_000;

/** Takes an integer for a Nano. Throws RangeError unless it is a safe integer. */
export function nano(n: number): Nano {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a safe integer of 10⁻⁹: ${n}`);
  return (n === 0 ? 0 : n) as Nano; // -0 would show as a sign
}

/** What the table's 100 is: the sum that a table of percentages should have. */
export const HUNDRED: Nano = nano(100 * PER_UNIT);
export const ZERO: Nano = nano(0);

/** The exact sum. Throws RangeError as soon as a partial sum leaves the safe integers. */
export function sumNano(list: Iterable<Nano>): Nano {
  let sum = 0;
  for (const n of list) {
    sum += n;
    if (!Number.isSafeInteger(sum)) throw new RangeError('The sum of the coefficients is too large.');
  }
  return nano(sum);
}

/**
 * Reads a coefficient as people and spreadsheets write it: `2.97`, `2,97`, ` 2,97 % `, `.5`, `1.234,5`,
 * `1,234.5`, `1 234,5`, `1e-5`. One kind of separator alone is the decimal one (`1.234` is less than two).
 * More than nine decimals are rounded half up. A number that carries float noise (0.40799999999999997) is
 * read with the 15 significant digits that a spreadsheet shows.
 * Returns null for what is negative, more than MAX_COEFFICIENT, or no number at all.
 */
export function parseCoefficient(text: string | number): Nano | null {
  if (typeof text === 'number') {
    if (!Number.isFinite(text) || text < 0 || text > MAX_COEFFICIENT) return null;
    const shortest = decimalDigits(String(text));
    if (shortest && shortest.fraction.length <= DECIMALS) return toNano(shortest);
    const rounded = decimalDigits(text.toPrecision(15));
    return rounded && toNano(rounded);
  }
  if (text.length > 60) return null;
  const digits = decimalDigits(withoutGrouping(text.trim().replace(/\s*%$/, '')));
  return digits && toNano(digits);
}

/** A number from the wire taken to the letter: null where it is not from 0 to MAX_COEFFICIENT with nine decimals. */
export function wholeNano(n: number): Nano | null {
  if (!Number.isFinite(n) || n < 0) return null;
  const digits = decimalDigits(String(n));
  return digits === null || digits.fraction.length > DECIMALS ? null : toNano(digits);
}

/** The nearest double, in the table's own units: what goes on the wire. */
export function toNumber(n: Nano): number {
  return n / PER_UNIT;
}

/**
 * The Nano nearest to a double from the wire; undoes `toNumber` exactly up to ±4,000,000.
 * Throws RangeError for what is not finite or out of range.
 */
export function fromNumber(n: number): Nano {
  return nano(Math.round(n * PER_UNIT));
}

/**
 * With a decimal comma and a fixed number of decimals (0 to 9), rounded half up, without thousands
 * separators: '12,3456'. A negative difference is rounded as its positive: '-0,0025'.
 */
export function formatCoefficient(n: Nano, decimals = 4): string {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > DECIMALS) {
    throw new RangeError(`Decimals from 0 to ${DECIMALS}, not ${decimals}`);
  }
  const step = 10 ** (DECIMALS - decimals);
  const size = Math.abs(n);
  const rest = size % step;
  const steps = (size - rest) / step + (rest * 2 >= step ? 1 : 0);
  const scale = 10 ** decimals;
  const whole = Math.floor(steps / scale);
  const fraction = decimals === 0 ? '' : `,${String(steps % scale).padStart(decimals, '0')}`;
  return `${n < 0 && steps > 0 ? '-' : ''}${whole}${fraction}`;
}

/** Every decimal there is and none more: '100,0025', '99,999999999', '100'. */
export function formatExact(n: Nano): string {
  return formatCoefficient(n, DECIMALS).replace(/,?0+$/, '');
}

/** Strictly more than half: exactly half is not. Exact for all safe integers. */
export function isMoreThanHalf(part: Nano, whole: Nano): boolean {
  // Not 2 × part: that could leave the safe integers. The difference is exact wherever it could matter.
  return part > whole - part;
}

interface DecimalDigits {
  whole: string;
  fraction: string;
}

/** Removes thousands separators where the text shows which separator is the decimal one; else ''. */
function withoutGrouping(text: string): string {
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '');
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '');
  // \s covers the no-break spaces that spreadsheets group with.
  if (/^\d{1,3}(\s\d{3})+([.,]\d+)?$/.test(text)) return text.replace(/\s/g, '');
  return text;
}

function decimalDigits(text: string): DecimalDigits | null {
  const match = /^(\d*)(?:[.,](\d+))?(?:e([+-]?\d{1,3}))?$/i.exec(text);
  if (!match) return null;
  let whole = match[1] ?? '';
  let fraction = match[2] ?? '';
  if (whole === '' && fraction === '') return null;
  const exponent = Number(match[3] ?? 0);
  if (exponent > 0) {
    const moved = fraction.padEnd(exponent, '0');
    whole += moved.slice(0, exponent);
    fraction = moved.slice(exponent);
  } else if (exponent < 0) {
    const moved = whole.padStart(-exponent, '0');
    fraction = moved.slice(moved.length + exponent) + fraction;
    whole = moved.slice(0, moved.length + exponent);
  }
  return { whole: whole.replace(/^0+/, ''), fraction };
}

function toNano({ whole, fraction }: DecimalDigits): Nano | null {
  if (whole.length > 7) return null; // more than MAX_COEFFICIENT, perhaps more than a double can count
  const units = Number(whole || '0');
  const kept = Number(fraction.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  const roundUp = (fraction[DECIMALS] ?? '0') >= '5' ? 1 : 0;
  if (units > MAX_COEFFICIENT) return null;
  const n = units * PER_UNIT + kept + roundUp;
  return n > MAX_COEFFICIENT * PER_UNIT ? null : nano(n);
}
