import { type Centavos, centavos, fromPesos, MAX_PESOS, NO_MONEY } from './money.ts';

/**
 * Maximum length of a text read as an amount: longer than any written amount, short enough for regular expressions.
 */
const MAX_TEXT = 60;
const CURRENCY = /^(cop\$?|col\$|\$|pesos)\s*|\s*(cop\$?|\$|pesos|m\/?(?:cte|l)\.?)$/gi;
/** End of an amount without centavos, as people write: '$ 300.000.oo', '300.000,oo', '300.000.=', '300.000.-'. */
const NO_CENTS = /(?<=\d)(?:[.,]? ?(?:oo|=+)|[.,]-+)$/i;

/**
 * Parses an amount as written by people, or a spreadsheet's number: '$ 1.234.567', '1.234,50', '1,234.50',
 * "1'234.567", '(175.000)', '120.000,00 $', '-175000', '175.000+', '258720.0', '$ -' (zero in Excel). A dot or comma before exactly three digits
 * separates thousands, before one or two digits centavos. Returns null for other text, wrong groups, fractions of a
 * centavo, and amounts beyond MAX_PESOS.
 */
export function parseMoney(value: string | number): Centavos | null {
  if (typeof value === 'number') return fromPesos(value);
  if (value.length > MAX_TEXT) return null;
  // A spreadsheet marks a number written as text with an apostrophe.
  const { negative, text } = unsigned(
    value
      .replace(/[\s\u00a0\u202f]+/g, ' ')
      .trim()
      .replace(/^'/, ''),
  );
  if (text === '') return negative ? NO_MONEY : null;
  const amount = amountOf(text);
  if (amount === null) return null;
  return negative ? centavos(-amount) : amount;
}

/** Removes sign and currency from either end of an amount. */
function unsigned(written: string): { negative: boolean; text: string } {
  let text = written
    .replace(/[−–—‐‑]/g, '-')
    .replace(CURRENCY, '')
    .replace(NO_CENTS, '');
  let negative = false;
  const inBrackets = /^\$?\s*\((.+)\)$/.exec(text);
  if (inBrackets !== null) {
    negative = true;
    text = inBrackets[1] ?? '';
  }
  text = text.replace(CURRENCY, '').trim();
  if (!negative && /^-|-$/.test(text)) {
    negative = true;
    text = text.replace(/^-\s*|\s*-$/, '');
  } else text = text.replace(/^\+\s*|\s*\+$/g, '');
  return { negative, text: text.replace(CURRENCY, '').trim() };
}

function amountOf(text: string): Centavos | null {
  // Some banks write no zero before the centavos: ',50'.
  if (/^[.,]\d{2}$/.test(text)) return exact('0', text.slice(1));
  if (!/^[\d.,' ´’]+$/.test(text) || !/^\d.*\d$|^\d$/.test(text)) return null;
  const separators = text.replace(/\d/g, '').replace(/[´’]/g, "'");
  const last = separators.at(-1);
  const tail = text.split(/[.,' ´’]/).at(-1) ?? '';
  if (last === undefined) return exact(text, '');
  const isFraction = last === '.' || last === ',' ? fractionAfter(text, separators, last, tail) : false;
  const whole = isFraction ? text.slice(0, -tail.length - 1) : text;
  if (!groupsOfThree(whole)) return null;
  return exact(whole.replace(/\D/g, ''), isFraction ? tail : '');
}

/**
 * True if the digits after the last separator are centavos: another kind of separator comes before, or the digits
 * are not three.
 */
function fractionAfter(text: string, separators: string, last: string, tail: string): boolean {
  const dividesThousands = separators.slice(0, -1).includes(last);
  if (dividesThousands) return false;
  const otherBefore = last === '.' ? separators.includes(',') : separators.includes('.');
  if (otherBefore || tail.length !== 3) return true;
  // '0.500' is half a peso. '1234.567' counts as a fraction and is refused.
  return separators.length === 1 && !/^[1-9]\d{0,2}\D/.test(text);
}

/** True for digits without separators, or with groups of three. Allows ' and . in "1'234.567". */
function groupsOfThree(whole: string): boolean {
  if (/^\d+$/.test(whole)) return true;
  if (!/^\d{1,3}([.,' ´’]\d{3})+$/.test(whole)) return false;
  return !(whole.includes('.') && whole.includes(','));
}

/**
 * Converts the digits of an amount to centavos without floats. Allows more than two decimals only for zeros or
 * float noise in a csv. Null for other amounts.
 */
function exact(whole: string, fraction: string): Centavos | null {
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > String(MAX_PESOS).length) return null;
  if (/^\d{0,2}0*$/.test(fraction)) {
    const sum = Number(digits) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
    return sum > MAX_PESOS * 100 ? null : centavos(sum);
  }
  return fraction.length < 9 ? null : fromPesos(Number(`${digits}.${fraction}`));
}
