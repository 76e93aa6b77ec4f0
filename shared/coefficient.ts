/**
 * Exact coefficients: integers of 10⁻⁹ of the joint's table unit (2,97 in a table of percentages is 2_970_000_000).
 * Sums and comparisons never use fractions. Safe integers suffice: 2⁵³ allows a sum of 9,000,000; real tables add
 * up to 100.
 */

declare const nanoBrand: unique symbol;
/**
 * Coefficient (share of a unit in the joint) as an integer: 1 means 10⁻⁹ of the table's unit. In a table by per
 * cent, 2.5 % is 2500000000. Always a safe integer; negative only as a difference.
 */
export type Nano = number & { readonly [nanoBrand]: true };

const PER_UNIT = 1_000_000_000;
const COEFFICIENT_DECIMALS = 9;

/**
 * Largest coefficient of a unit as written in a table. Far above 100, because some tables are by mille or
 * in square metres, and become percent later.
 */
export const MAX_COEFFICIENT = 1_000_000;
/** Largest sum of a table, in the table's own units: 9 × 10¹⁵ nano is just below 2⁵³. */
export const MAX_SUM = 9_000_000;

/** Converts an integer to a Nano. Throws RangeError unless the integer is safe. */
export function nano(n: number): Nano {
  if (!Number.isSafeInteger(n)) throw new RangeError(`Not a safe integer of 10⁻⁹: ${n}`);
  return (n === 0 ? 0 : n) as Nano; // -0 would show as a sign
}

/** Expected sum of the coefficients in a table by per cent: 100, as a Nano. */
export const HUNDRED: Nano = nano(100 * PER_UNIT);
/** Coefficient 0, as a Nano. */
export const ZERO: Nano = nano(0);

/** Adds coefficients exactly. Throws RangeError if a partial sum exceeds the safe integers. */
export function sumNano(list: Iterable<Nano>): Nano {
  let sum = 0;
  for (const n of list) {
    sum += n;
    if (!Number.isSafeInteger(sum)) throw new RangeError('The sum of the coefficients is too large.');
  }
  return nano(sum);
}

/**
 * Parses a coefficient as people and spreadsheets write: `2.97`, `2,97`, ` 2,97 % `, `.5`, `1.234,5`, `1,234.5`, `1
 * 234,5`, `1e-5`. A single kind of separator is the decimal separator (`1.234` is less than two). Rounds half up to
 * nine decimals. Reads numbers with float noise (0.40799999999999997) with 15 significant digits, as a spreadsheet
 * displays. Returns null for negative values, values above MAX_COEFFICIENT, and other text.
 */
export function parseCoefficient(text: string | number): Nano | null {
  if (typeof text === 'number') {
    if (!Number.isFinite(text) || text < 0 || text > MAX_COEFFICIENT) return null;
    const shortest = decimalDigits(String(text));
    if (shortest && shortest.fraction.length <= COEFFICIENT_DECIMALS) return toNano(shortest);
    const rounded = decimalDigits(text.toPrecision(15));
    return rounded && toNano(rounded);
  }
  if (text.length > 60) return null;
  const digits = decimalDigits(withoutGrouping(text.trim().replace(/\s*%$/, '')));
  return digits && toNano(digits);
}

/**
 * Converts a coefficient from JSON without rounding: 2.5 gives 2500000000. Null for a number below 0, above
 * MAX_COEFFICIENT, or with more than nine decimals.
 */
export function wholeNano(n: number): Nano | null {
  if (!Number.isFinite(n) || n < 0) return null;
  const digits = decimalDigits(String(n));
  return digits === null || digits.fraction.length > COEFFICIENT_DECIMALS ? null : toNano(digits);
}

/** Converts a coefficient to a number for JSON, in the unit of the table: 2500000000 gives 2.5. */
export function toNumber(n: Nano): number {
  return n / PER_UNIT;
}

/**
 * Converts a coefficient from JSON, in the unit of the table, to the nearest integer of 10⁻⁹: 2.5 gives
 * 2500000000. Inverse of `toNumber` up to ±4,000,000.
 * @throws RangeError for infinite, NaN or too large values
 */
export function fromNumber(n: number): Nano {
  return nano(Math.round(n * PER_UNIT));
}

/**
 * Formats a coefficient with a decimal comma and a fixed number of decimals (0 to 9), rounded half up, without
 * thousands separators: '12,3456'. Rounds negative differences by the absolute value: '-0,0025'.
 */
export function formatCoefficient(n: Nano, decimals = 4): string {
  if (!Number.isInteger(decimals) || decimals < 0 || decimals > COEFFICIENT_DECIMALS) {
    throw new RangeError(`Decimals from 0 to ${COEFFICIENT_DECIMALS}, not ${decimals}`);
  }
  const step = 10 ** (COEFFICIENT_DECIMALS - decimals);
  const size = Math.abs(n);
  const rest = size % step;
  const steps = (size - rest) / step + (rest * 2 >= step ? 1 : 0);
  const scale = 10 ** decimals;
  const whole = Math.floor(steps / scale);
  const fraction = decimals === 0 ? '' : `,${String(steps % scale).padStart(decimals, '0')}`;
  return `${n < 0 && steps > 0 ? '-' : ''}${whole}${fraction}`;
}

/** Formats a coefficient with every significant decimal: '100,0025', '99,999999999', '100'. */
export function formatExact(n: Nano): string {
  return formatCoefficient(n, COEFFICIENT_DECIMALS).replace(/,?0+$/, '');
}

/** True if a part is strictly more than half of the whole. Exact for all safe integers. */
export function isMoreThanHalf(part: Nano, whole: Nano): boolean {
  // 2 × part could exceed the safe integers. The difference is exact in every relevant case.
  return part > whole - part;
}

interface DecimalDigits {
  whole: string;
  fraction: string;
}

/** Removes thousands separators if the decimal separator is clear. Otherwise returns ''. */
function withoutGrouping(text: string): string {
  if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '');
  if (/^\d{1,3}(,\d{3})+\.\d+$/.test(text)) return text.replaceAll(',', '');
  // \s includes the no-break spaces used by spreadsheets.
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
  if (whole.length > 7) return null; // may exceed MAX_COEFFICIENT and even the exact range of a double
  const units = Number(whole || '0');
  const keptDigits = Number(fraction.slice(0, COEFFICIENT_DECIMALS).padEnd(COEFFICIENT_DECIMALS, '0'));
  const roundUp = (fraction[COEFFICIENT_DECIMALS] ?? '0') >= '5' ? 1 : 0;
  if (units > MAX_COEFFICIENT) return null;
  const n = units * PER_UNIT + keptDigits + roundUp;
  return n > MAX_COEFFICIENT * PER_UNIT ? null : nano(n);
}
