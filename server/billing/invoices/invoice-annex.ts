import { inks } from '../../platform/documents/report-text.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import { drawHead, EDGE } from './invoice-head.ts';
import { drawHeadings, drawRows, drawSums, splitTable, type TableArea } from './invoice-table.ts';
import type { PdfDocument } from './paper.ts';
import { PdfCanvas } from './pen.ts';

const TOP = 28;
const TABLE: TableArea = { x: EDGE.left, y: 130, width: EDGE.width, height: 590 };

/** All lines of an invoice that its page had no room for; of blank paper, so its headings are always printed. */
export function drawAnnex(paper: PdfDocument, issuer: Issuer, invoice: Invoice): void {
  const pieces = splitTable(invoice.lines, TABLE);
  pieces.forEach((piece, i) => {
    const pen = new PdfCanvas(paper.doc, 'full');
    paper.addPage(issuer);
    drawHead(pen, issuer, invoice, TOP);
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
