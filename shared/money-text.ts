import { type Centavos, centavos, fromPesos, MAX_PESOS, NO_MONEY } from './money.ts';

/** Longer than anybody writes an amount, and short enough for patterns to look through. */
const MAX_TEXT = 60;
const CURRENCY = /^(cop\$?|col\$|\$|pesos)\s*|\s*(cop|pesos|m\/?cte\.?)$/gi;

/**
 * An amount as people write it, or as a spreadsheet's number: '$ 1.234.567', '1.234,50', '1,234.50', "1'234.567",
 * '(175.000)', '-175000', '258720.0', '$ -' (what Excel shows of zero). A dot or comma before exactly three digits
 * divides thousands, before one or two it divides centavos. Null where it is no amount, where groups are not of
 * three, where a fraction of a centavo is left, and beyond MAX_PESOS.
 */
export function parseMoney(value: string | number): Centavos | null {
  if (typeof value === 'number') return fromPesos(value);
  if (value.length > MAX_TEXT) return null;
  const { negative, text } = unsigned(value.replace(/[\s\u00a0\u202f]+/g, ' ').trim());
  if (text === '') return negative ? NO_MONEY : null;
  const amount = amountOf(text);
  if (amount === null) return null;
  return negative ? centavos(-amount) : amount;
}

/** Takes away sign and currency, each written before or behind. */
function unsigned(written: string): { negative: boolean; text: string } {
  let text = written.replace(/[−–—‐‑]/g, '-');
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
  } else text = text.replace(/^\+\s*/, '');
  return { negative, text: text.replace(CURRENCY, '').trim() };
}

function amountOf(text: string): Centavos | null {
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

/** Whether what follows the last separator is centavos: another one stands before it, or it is not three digits. */
function fractionAfter(text: string, separators: string, last: string, tail: string): boolean {
  const dividesThousands = separators.slice(0, -1).includes(last);
  if (dividesThousands) return false;
  const otherBefore = last === '.' ? separators.includes(',') : separators.includes('.');
  if (otherBefore || tail.length !== 3) return true;
  // '0.500' is half a peso; '1234.567' is neither thousands nor centavos, and is refused as the fraction it has.
  return separators.length === 1 && !/^[1-9]\d{0,2}\D/.test(text);
}

/** No separators, or one to three digits and then groups of three; ' and . may both divide in "1'234.567". */
function groupsOfThree(whole: string): boolean {
  if (/^\d+$/.test(whole)) return true;
  if (!/^\d{1,3}([.,' ´’]\d{3})+$/.test(whole)) return false;
  return !(whole.includes('.') && whole.includes(','));
}

/** Exactly, without a float: more than two decimals only where they are zeros, or a float's noise in a csv. */
function exact(whole: string, fraction: string): Centavos | null {
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > String(MAX_PESOS).length) return null;
  if (/^\d{0,2}0*$/.test(fraction)) {
    const sum = Number(digits) * 100 + Number(fraction.slice(0, 2).padEnd(2, '0'));
    return sum > MAX_PESOS * 100 ? null : centavos(sum);
  }
  return fraction.length < 9 ? null : fromPesos(Number(`${digits}.${fraction}`));
}
