import { inks } from '../../platform/documents/report-text.ts';
import { drawBankPart } from './bank-part.ts';
import { drawHead, EDGE } from './head.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import { drawOwnerPart } from './owner-part.ts';
import { LETTER, type PdfDocument } from './paper.ts';
import { PdfCanvas } from './pen.ts';
import { drawHeadings, drawRows, drawSums, splitTable, type TableArea } from './table.ts';

/** Height of the band in the joint's colour at the top of a page, in points. */
const TOP_BAND = 6;

/**
 * Draws a bill on a page: owner's part, cutting line, bank's part. If the lines would be unreadably small, the
 * lines continue on an annex page, with the total on the first page.
 */
export function drawInvoice(paper: PdfDocument, issuer: Issuer, invoice: Invoice): void {
  const pen = new PdfCanvas(paper, issuer.form);
  paper.addPage(issuer);
  pen.ground(0, 0, LETTER.width, TOP_BAND, issuer.face.ground);
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

/**
 * Draws the annex pages with all lines of a bill too long for one page. Annex pages are blank paper, so headings
 * are always printed.
 */
function drawAnnex(paper: PdfDocument, issuer: Issuer, invoice: Invoice): void {
  const pieces = splitTable(invoice.lines, TABLE);
  pieces.forEach((piece, i) => {
    const pen = new PdfCanvas(paper, 'full');
    paper.addPage(issuer);
    pen.ground(0, 0, LETTER.width, TOP_BAND, issuer.face.ground);
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
