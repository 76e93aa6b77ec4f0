import bwip from 'bwip-js/node';
import type { Day } from '../../../shared/days.ts';
import type { Centavos } from '../../../shared/money.ts';
import { isGln } from '../settings/gln.ts';

/** What a bank's reader is told: who collects, from whom, how much and until when. */
export interface PaymentOrder {
  gln: string;
  reference: string;
  amount: Centavos;
  dueDate: Day;
}

const PER_PESO = 100;
/** Digits of an amount: even, since Code 128 writes digits in pairs, and as many as banks expect before more. */
const AMOUNT_DIGITS = [10, 14];
/** As many as GS1 allows. */
const MOST_AMOUNT_DIGITS = 15;
const REFERENCE = /^[0-9A-Za-z]{1,25}$/;

/**
 * The text of the code with which a bill is paid at a bank, as it stands below it: (415) who collects, (8020) the
 * reference, (3900) whole pesos or (3902) with centavos, (96) the last day. Null where there is nothing to pay, or
 * what should be written cannot be.
 */
export function paymentCodeText({ gln, reference, amount, dueDate }: PaymentOrder): string | null {
  if (amount <= 0 || !isGln(gln) || !REFERENCE.test(reference)) return null;
  const whole = amount % PER_PESO === 0;
  const digits = String(whole ? amount / PER_PESO : amount);
  if (digits.length > MOST_AMOUNT_DIGITS) return null;
  const length = AMOUNT_DIGITS.find((many) => many >= digits.length) ?? MOST_AMOUNT_DIGITS;
  const padded = digits.padStart(length, '0');
  return `(415)${gln}(8020)${reference}(${whole ? 3900 : 3902})${padded}(96)${dueDate.replaceAll('-', '')}`;
}

/** Widths of bars and spaces in turn, in modules, beginning with a bar: GS1-128, its separators where GS1 has them. */
export function codeBars(text: string): readonly number[] {
  const [drawn] = bwip.raw({ bcid: 'gs1-128', text });
  if (drawn === undefined || !('sbs' in drawn)) throw new Error('GS1-128 gave no bars.');
  return drawn.sbs;
}
