import { inks } from '../../platform/documents/report-text.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import { drawBankPart } from './invoice-bank-part.ts';
import { drawHead, EDGE } from './invoice-head.ts';
import { drawOwnerPart } from './invoice-owner-part.ts';
import { drawHeadings, drawRows, drawSums, splitTable, type TableArea } from './invoice-table.ts';
import { LETTER, type PdfDocument } from './paper.ts';
import { PdfCanvas } from './pen.ts';

/**
 * An invoice on a page of its own: the owner's part, a line to cut at, the financial entity's part. Only where its
 * lines would not be read any more do they go on to a second page, their sum staying on the first.
 */
export function drawInvoice(paper: PdfDocument, issuer: Issuer, invoice: Invoice): void {
  const pen = new PdfCanvas(paper, issuer.form);
  paper.addPage(issuer);
  const isWhole = drawOwnerPart(pen, issuer, invoice);
  drawBankPart(pen, issuer, invoice);
  if (invoice.annulled) {
    pen.across('ANULADA', { x: LETTER.width / 2, y: 262, size: 100 });
    pen.across('ANULADA', { x: LETTER.width / 2, y: 632, size: 60 });
  }
  if (!isWhole) drawAnnex(paper, issuer, invoice);
}

const TOP = 28;
const TABLE: TableArea = { x: EDGE.left, y: 130, width: EDGE.width, height: 590 };

/** All lines of an invoice that its page had no room for; of blank paper, so its headings are always printed. */
function drawAnnex(paper: PdfDocument, issuer: Issuer, invoice: Invoice): void {
  const pieces = splitTable(invoice.lines, TABLE);
  pieces.forEach((piece, i) => {
    const pen = new PdfCanvas(paper, 'full');
    paper.addPage(issuer);
    drawHead(pen, issuer, invoice, { y: TOP, hasContact: true });
    const of = pieces.length > 1 ? ` (${i + 1} de ${pieces.length})` : '';
    const line = { x: EDGE.left, width: EDGE.width, height: 14, minSize: 6, bold: true };
    pen.value(`Hoja anexa${of}: detalle de los conceptos`, {
      ...line,
      y: 78,
      size: 10,
      color: inks.primaryStrong,
    });
    pen.value(`Inmueble ${invoice.apartmentId}`, { ...line, y: 94, size: 9 });
    drawHeadings(pen, TABLE);
    drawRows(pen, piece, TABLE);
    if (i === pieces.length - 1) drawSums(pen, invoice.lines, { ...TABLE, y: TABLE.y + TABLE.height + 4 });
  });
}
