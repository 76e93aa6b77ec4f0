import { rateInForceWords } from '../../../shared/billing/letterhead.ts';
import { addDays, shortDay } from '../../../shared/days.ts';
import { centavos, formatPesos, NO_MONEY, sumMoney } from '../../../shared/money.ts';
import { inks } from '../../platform/documents/report-text.ts';
import { drawBefore } from './earlier.ts';
import { drawHead, EDGE } from './head.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import { drawNotes } from './notes.ts';
import type { PdfCanvas } from './pen.ts';
import {
  drawHeadings,
  drawRows,
  drawSums,
  fitTable,
  shortenTable,
  type TableArea,
  tableHeight,
} from './table.ts';

const TOP = 28;
const FACTS = 80;
const TABLE: TableArea = { x: EDGE.left, y: 164, width: EDGE.width, height: 190 };
/** Height of the line 'Si paga después', at the bottom of the table. */
const LATE = 13;
const SUMS = 356;
const TOTAL = 374;
const RATE = 401;
const NOTES = 412;
const HALF = (EDGE.width - 16) / 2;

/**
 * Draws the upper part of a printed bill, kept by the owner: head, charges, totals and notes.
 * @returns true if all lines fit; otherwise the last row sums the remaining lines and points to the annex
 */
export function drawOwnerPart(pen: PdfCanvas, issuer: Issuer, invoice: Invoice): boolean {
  drawHead(pen, issuer, invoice, { y: TOP, hasContact: true });
  pen.line(EDGE.left, FACTS - 4, EDGE.width, { color: inks.primary, width: 0.8 });
  drawFacts(pen, invoice);
  const late = lateWords(invoice);
  const table = late === null ? TABLE : { ...TABLE, height: TABLE.height - LATE };
  const whole = fitTable(invoice.lines, table);
  drawHeadings(pen, table);
  drawRows(pen, whole ?? shortenTable(invoice.lines, table), table);
  const room = whole === null ? 0 : table.height - tableHeight(whole);
  drawBefore(pen, invoice, { ...table, bottom: table.y + table.height, height: room });
  if (late !== null) {
    const line = { x: EDGE.left, y: SUMS - LATE, width: EDGE.width, height: LATE - 2 };
    pen.value(late, { ...line, size: 8.5, minSize: 6, vertical: 'middle' });
  }
  drawSums(pen, invoice.lines, { ...TABLE, y: SUMS });
  drawTotal(pen, invoice);
  drawRate(pen, invoice);
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

function drawFacts(pen: PdfCanvas, invoice: Invoice): void {
  const { apartmentId, owner, ownerDocument } = invoice;
  const unit = { x: EDGE.left, width: 166 };
  pen.label('Inmueble', { ...unit, y: FACTS });
  pen.value(apartmentId, { ...unit, y: FACTS + 8, height: 14, size: 11, minSize: 5, bold: true });
  const others = otherUnits(invoice);
  if (others !== '') pen.value(others, { ...unit, y: FACTS + 23, height: 15, size: 7, minSize: 5 });
  const person = { x: EDGE.left + 178, width: EDGE.width - 178 };
  pen.label('Propietario', { ...person, y: FACTS });
  pen.value(owner, { ...person, y: FACTS + 8, height: 18, size: 11, minSize: 5.5, bold: true });
  if (ownerDocument !== null) {
    pen.label('Documento', { x: person.x, width: 40, y: FACTS + 29 });
    pen.value(ownerDocument, {
      x: person.x + 40,
      width: 260,
      y: FACTS + 28,
      height: 10,
      size: 8,
      minSize: 5,
    });
  }
  const facts = [
    ['Fecha de emisión', shortDay(invoice.issueDate)],
    ['Fecha límite de pago', shortDay(invoice.dueDate)],
    ['Referencia de pago', invoice.reference],
    ['Pago anterior', formatPesos(invoice.previousPayment)],
    ['Cuotas vencidas', String(invoice.overdueInstalments)],
  ] as const;
  const each = EDGE.width / facts.length;
  pen.ground(EDGE.left, FACTS + 42, EDGE.width, 24, inks.primarySoft);
  facts.forEach(([name, value], i) => {
    const place = { x: EDGE.left + i * each + 5, width: each - 10 };
    pen.label(name, { ...place, y: FACTS + 44 });
    pen.value(value, { ...place, y: FACTS + 52, height: 12, size: 9.5, minSize: 6, bold: true });
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

function drawTotal(pen: PdfCanvas, { total, discount }: Invoice): void {
  const right = { x: EDGE.left + HALF + 16, width: HALF };
  pen.ground(right.x, TOTAL, right.width, 26, inks.primarySoft);
  pen.heading('Total a pagar', {
    x: right.x + 8,
    y: TOTAL,
    width: 90,
    height: 26,
    size: 11,
    bold: true,
    vertical: 'middle',
    color: inks.primaryStrong,
  });
  const figure = { height: 26, bold: true, align: 'right', vertical: 'middle', minSize: 7 } as const;
  const due = total > 0 ? total : NO_MONEY;
  pen.value(formatPesos(due), { ...figure, x: right.x + 100, y: TOTAL, width: right.width - 108, size: 18 });
  // Optional values carry their own label, on a pre-printed form too.
  const left = {
    x: EDGE.left,
    y: TOTAL,
    width: HALF,
    height: 26,
    size: 9.5,
    minSize: 7,
    vertical: 'middle',
  } as const;
  if (total < 0) {
    pen.value(`Saldo a favor ${formatPesos(centavos(-total))}`, { ...left, size: 11, bold: true });
  } else if (discount !== null) {
    const less = formatPesos(sumMoney([total, centavos(-discount.amount)]));
    const words = `Pague ${less} hasta el ${shortDay(discount.until)}: descuento por pronto pago de ${formatPesos(discount.amount)}`;
    pen.value(words, { ...left, bold: true });
  }
}

/** Draws the rate of late interest. The rate changes by month, so pre-printed paper never contains the rate. */
function drawRate(pen: PdfCanvas, { letterhead, month }: Invoice): void {
  if (!letterhead.rate) return;
  const line = { x: EDGE.left, y: RATE, width: EDGE.width, height: 9, size: 7.5, minSize: 6 };
  pen.value(rateInForceWords(letterhead.rate, month), line);
}
