import { rateInForceWords } from '../../../shared/billing/letterhead.ts';
import { addDays, instantInBogota, shortDay } from '../../../shared/days.ts';
import { invitedDay } from '../../../shared/format.ts';
import { centavos, formatPesos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { inks } from '../../platform/documents/report-text.ts';
import { textWidth } from '../../platform/documents/text-width.ts';
import { drawBefore } from './earlier.ts';
import { drawHead, EDGE } from './head.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import { drawNotes } from './notes.ts';
import { BLANK, type OwnerPlaces, STOCK } from './owner-places.ts';
import type { PdfCanvas, TextPlace } from './pen.ts';
import { drawHeadings, drawRows, drawSums, fitTable, shortenTable, tableHeight } from './table.ts';

const TOP = 28;
const RULE = 76;
const NOTES = 412;
/** Height of the label above a field. */
const ABOVE = 8;

/**
 * Draws the upper part of a printed bill, kept by the owner: head, charges, totals and notes.
 * @returns true if all lines fit; otherwise the last row sums the remaining lines and points to the annex
 */
export function drawOwnerPart(pen: PdfCanvas, issuer: Issuer, invoice: Invoice): boolean {
  const places = issuer.hasStock || issuer.form === 'data' ? STOCK : BLANK;
  drawHead(pen, issuer, invoice, { y: TOP, hasContact: true });
  pen.line(EDGE.left, RULE, EDGE.width, { color: inks.primary, width: 0.8 });
  drawTotal(pen, invoice, places);
  drawUnit(pen, invoice, places);
  drawFacts(pen, invoice, places);
  const late = lateWords(invoice);
  const table =
    late === null ? places.table : { ...places.table, height: places.table.height - places.lateInTable };
  const whole = fitTable(invoice.lines, table);
  drawHeadings(pen, table);
  drawRows(pen, whole ?? shortenTable(invoice.lines, table), table);
  const room = whole === null ? 0 : table.height - tableHeight(whole);
  drawBefore(pen, invoice, { ...table, bottom: table.y + table.height, height: room });
  if (late !== null) pen.value(late, places.late);
  drawSums(pen, invoice.lines, { ...table, y: places.sums });
  drawRate(pen, invoice, places.rate);
  drawNotes(pen, issuer, invoice, { x: EDGE.left, y: NOTES, width: EDGE.width });
  return whole !== null;
}

/**
 * Returns the sentence about a payment after the due date: 'Si paga después del 30/09/2026: …'. A ceiling holds only in
 * its month: without the ceiling of the first late day the sentence names the last day of the printed total. Null without an
 * amount due.
 */
function lateWords({ late, letterhead, overdueInstalments }: Invoice): string | null {
  if (late === null) return null;
  const last = shortDay(addDays(late.day, -1));
  const start = `Si paga después del ${last}:`;
  if (late.total === null) {
    const besides = overdueInstalments === 0 ? '' : ', salvo los intereses de lo ya vencido';
    return `Este total vale hasta el ${last}${besides}. Desde el ${shortDay(late.day)} se suman intereses de mora por cada día, con la tasa máxima legal, aún sin certificar.`;
  }
  const amount = `${start} ${formatPesos(late.total)}`;
  if (letterhead.rate?.kind === 'none') return `${amount}.`;
  return `${amount} el ${shortDay(late.day)}, más los intereses de mora que se causen después.`;
}

function drawUnit(pen: PdfCanvas, invoice: Invoice, { unit, others, owner, document }: OwnerPlaces): void {
  const above = (place: TextPlace) => ({ x: place.x, y: place.y - ABOVE, width: place.width });
  pen.label('Inmueble', above(unit));
  pen.value(invoice.apartmentId, unit);
  const listed = otherUnits(invoice);
  if (listed !== '') pen.value(listed, others);
  if (owner.y === unit.y) pen.label('Propietario', above(owner));
  pen.value(invoice.owner, owner);
  if (invoice.ownerDocument === null) return;
  const { x, y } = document;
  pen.label('Documento', { x, y, width: 40 });
  const beside = { x: x + 40, y: y - 1, width: EDGE.right - x - 40, height: 10 };
  pen.value(invoice.ownerDocument, { ...beside, size: 8, minSize: 5 });
}

function drawFacts(pen: PdfCanvas, invoice: Invoice, { due, facts: top }: OwnerPlaces): void {
  const facts: (readonly [string, string])[] = [
    ['Fecha de emisión', shortDay(invoice.issueDate)],
    ['Fecha límite de pago', shortDay(invoice.dueDate)],
    ['Referencia de pago', invoice.reference],
    ['Pago anterior', formatPesos(invoice.previousPayment)],
    ['Cuotas vencidas', String(invoice.overdueInstalments)],
  ];
  if (due === null) pen.ground(EDGE.left, top, EDGE.width, 24, inks.primarySoft);
  else {
    facts.splice(1, 1);
    pen.line(EDGE.left, top, EDGE.width, { width: 0.3 });
  }
  const each = EDGE.width / facts.length;
  const inset = due === null ? 5 : 0;
  facts.forEach(([name, value], i) => {
    const place = { x: EDGE.left + i * each + inset, width: each - 10 };
    pen.label(name, { ...place, y: top + 2 });
    pen.value(value, { ...place, y: top + 10, height: 12, size: 9.5, minSize: 6, bold: true });
  });
}

/** Lists the other units on a bill: 'Incluye: P-12, D-4'. A long list ends with the number of omitted units. */
function otherUnits({ apartmentId, units }: Invoice): string {
  const others = units.filter((unit) => unit !== apartmentId);
  if (others.length === 0) return '';
  let listed = '';
  for (const [i, unit] of others.entries()) {
    const next = listed === '' ? unit : `${listed}, ${unit}`;
    if (next.length > MOST_OF_UNITS && listed !== '') return `Incluye: ${listed} y ${others.length - i} más`;
    listed = next;
  }
  return `Incluye: ${listed}`;
}

/** Maximum characters of the list of units: three lines at the smallest font size. */
const MOST_OF_UNITS = 80;

function drawTotal(pen: PdfCanvas, { total, discount, dueDate }: Invoice, places: OwnerPlaces): void {
  const { due, offer, totalGround } = places;
  if (totalGround !== null)
    pen.ground(totalGround, offer.y, EDGE.right - totalGround, offer.height, inks.primarySoft);
  pen.heading('Total a pagar', { ...places.totalLabel, color: inks.primaryStrong });
  pen.value(formatPesos(total > 0 ? total : NO_MONEY), places.total);
  // Optional values carry their own label, on a pre-printed form too.
  if (total < 0)
    pen.value(`Saldo a favor ${formatPesos(centavos(-total))}`, { ...(due ?? offer), size: 11, bold: true });
  else if (discount !== null) {
    const less = formatPesos(sumMoney([total, centavos(-discount.amount)]));
    const words = `Pague ${less} hasta el ${shortDay(discount.until)}: descuento por pronto pago de ${formatPesos(discount.amount)}`;
    pen.value(words, offer);
  }
  if (due === null || total <= 0) return;
  pen.value('Pague hasta el', due);
  const x = due.x + textWidth('Pague hasta el ', due.size, false);
  pen.value(invitedDay(instantInBogota(dueDate, '12:00')), { ...due, x, bold: true });
}

/** Draws the rate of late interest. The rate changes by month, so pre-printed paper never contains the rate. */
function drawRate(pen: PdfCanvas, { letterhead, month }: Invoice, y: number): void {
  if (!letterhead.rate) return;
  const line = { x: EDGE.left, y, width: EDGE.width, height: 9, size: 7.5, minSize: 6 };
  pen.value(rateInForceWords(letterhead.rate, month), line);
}
