import bwip from 'bwip-js/node';
import { amountLengths } from '../../../shared/billing/settings.api.ts';
import { type Day, shortDay } from '../../../shared/days.ts';
import { type Centavos, centavos, formatPesos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { inks } from '../../platform/documents/report-text.ts';
import { isGln } from '../settings/gln.ts';
import { drawHead, EDGE } from './head.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

const CUT = 490;
const TOP = 504;
const FACTS = 548;
const AMOUNTS = 574;
const CODES = [604, 670] as const;
const STAMP = { x: 452, y: 604, width: 124, height: 124 };
const FOOT = 742;

/** Width of a printer dot at 150 dpi, in points. Bars as wide as whole dots print sharply. */
const DOT = 72 / 150;
/**
 * Width of the narrowest bar in points (0.34 mm): readable by any scanner, and the longest amount fits on the page.
 */
const MODULE = 2 * DOT;
/** Width of the narrowest bar, in points, for a code too long for `MODULE`: 0.25 mm, three dots at 300 dpi. */
const NARROW = (3 * 72) / 300;
/** Width of the empty margin on both sides of a bar code, in modules (narrowest bars). */
const QUIET = 10;
/** Height of the bars in points: 13.5 mm. */
const BAR_HEIGHT = 38;

/**
 * Draws the lower part of a printed bill, cut off and kept by the bank: unit, amount, and bar code for the
 * payment.
 */
export function drawBankPart(pen: PdfCanvas, issuer: Issuer, invoice: Invoice): void {
  const corner = { width: 160, height: 8, size: 6.5, color: inks.soft };
  pen.heading('Propietario', { ...corner, x: EDGE.right - 160, y: CUT - 10, align: 'right' });
  pen.line(EDGE.left, CUT, EDGE.width, { dash: true, color: inks.soft });
  pen.heading('Entidad financiera', { ...corner, x: EDGE.right - 160, y: CUT + 3, align: 'right' });
  drawHead(pen, issuer, invoice, { y: TOP, hasContact: false });
  drawFacts(pen, invoice);
  drawAmounts(pen, invoice);
  drawCodes(pen, issuer, invoice);
  pen.frame(STAMP.x, STAMP.y, STAMP.width, STAMP.height);
  pen.label('Sello de la entidad', { x: STAMP.x + 4, y: STAMP.y + 3, width: STAMP.width - 8 });
  const foot = { y: FOOT, height: 10, size: 7.5, color: inks.soft };
  pen.heading('Efectivo  $ ______________________', { ...foot, x: EDGE.left, width: 160 });
  pen.heading('Cheque No. __________________', { ...foot, x: EDGE.left + 180, width: 160 });
  pen.heading('Banco ______________________', { ...foot, x: EDGE.left + 350, width: 160 });
}

function drawFacts(pen: PdfCanvas, { apartmentId, owner, reference, dueDate }: Invoice): void {
  const facts = [
    ['Inmueble', apartmentId, 0, 120],
    ['Propietario', owner, 128, 216],
    ['Referencia de pago', reference, 352, 96],
    ['Fecha límite de pago', shortDay(dueDate), 456, 84],
  ] as const;
  for (const [name, value, x, width] of facts) {
    const place = { x: EDGE.left + x, width };
    pen.label(name, { ...place, y: FACTS });
    pen.value(value, { ...place, y: FACTS + 8, height: 17, size: 9, minSize: 4.5, bold: true });
  }
}

function drawAmounts(pen: PdfCanvas, { total, discount }: Invoice): void {
  pen.label('Valor a pagar', { x: EDGE.left, y: AMOUNTS, width: 120 });
  pen.value(formatPesos(total > 0 ? total : NO_MONEY), {
    x: EDGE.left,
    y: AMOUNTS + 8,
    width: 160,
    height: 17,
    size: 13,
    minSize: 8,
    bold: true,
  });
  const beside = { x: EDGE.left + 172, y: AMOUNTS + 8, width: 368, height: 17, size: 9, bold: true } as const;
  if (total < 0) {
    pen.value(`Saldo a favor ${formatPesos(centavos(-total))}`, beside);
  } else if (discount !== null) {
    const less = formatPesos(lessDiscount(total, discount.amount));
    pen.value(`Con descuento hasta el ${shortDay(discount.until)}: ${less}`, beside);
  }
}

const lessDiscount = (total: Centavos, amount: Centavos) => sumMoney([total, centavos(-amount)]);

/** Draws the bar code of the total and, if a discount is offered, before it a bar code of the discounted amount. */
function drawCodes(pen: PdfCanvas, { gln, amountDigits }: Issuer, invoice: Invoice): void {
  const { reference, total, dueDate, discount, annulled } = invoice;
  // Annulled bills get no payment code.
  if (gln === null || annulled) return;
  const orders = [
    ...(discount === null ? [] : [{ amount: lessDiscount(total, discount.amount), dueDate: discount.until }]),
    { amount: total, dueDate },
  ];
  orders.forEach((order, i) => {
    const text = paymentCodeText({ gln, amountDigits, reference, ...order });
    const y = CODES[i];
    if (text === null || y === undefined) return;
    if (orders.length > 1) {
      const words = `${formatPesos(order.amount)} hasta el ${shortDay(order.dueDate)}`;
      pen.value(words, { x: EDGE.left, y, width: 380, height: 10, size: 8, bold: true });
    }
    const bars = codeBars(text);
    const modules = bars.reduce((sum, wide) => sum + wide, 2 * QUIET);
    const module = EDGE.left + modules * MODULE <= STAMP.x ? MODULE : NARROW;
    const x = Math.ceil((EDGE.left + QUIET * module) / DOT) * DOT;
    pen.bars(bars, { x, y: y + 11, module, height: BAR_HEIGHT });
    pen.value(text, { x, y: y + 12 + BAR_HEIGHT, width: 380, height: 10, size: 8, minSize: 6 });
  });
}

/** Data of a payment bar code: collector, reference, amount and last day. */
interface PaymentOrder {
  gln: string;
  amountDigits: number;
  reference: string;
  amount: Centavos;
  dueDate: Day;
}

const PER_PESO = 100;
/** Maximum digits of an amount in a bar code, set by the GS1 standard. */
const MOST_AMOUNT_DIGITS = 15;
const REFERENCE = /^[0-9A-Za-z]{1,25}$/;

/**
 * Builds the text of a payment bar code, printed below the bars: (415) collector, (8020) reference, (3900) whole
 * pesos or (3902) with centavos, (96) last day. Null if the amount is not positive or a part is invalid.
 */
function paymentCodeText({ gln, amountDigits, reference, amount, dueDate }: PaymentOrder): string | null {
  if (amount <= 0 || !isGln(gln) || !REFERENCE.test(reference)) return null;
  const whole = amount % PER_PESO === 0;
  const digits = String(whole ? amount / PER_PESO : amount);
  if (digits.length > MOST_AMOUNT_DIGITS) return null;
  const length =
    amountLengths.find((many) => many >= amountDigits && many >= digits.length) ?? MOST_AMOUNT_DIGITS;
  const padded = digits.padStart(length, '0');
  return `(415)${gln}(8020)${reference}(${whole ? 3900 : 3902})${padded}(96)${dueDate.replaceAll('-', '')}`;
}

/**
 * Returns the widths of bars and spaces of a GS1-128 bar code, in modules (narrowest bars), starting with a bar.
 */
function codeBars(text: string): readonly number[] {
  const [drawn] = bwip.raw({ bcid: 'gs1-128', text });
  if (drawn === undefined || !('sbs' in drawn)) throw new Error('GS1-128 gave no bars.');
  return drawn.sbs;
}
