import type { Invoice, Issuer } from './invoice.types.ts';
import { drawAnnex } from './invoice-annex.ts';
import { drawBankPart } from './invoice-bank-part.ts';
import { drawOwnerPart } from './invoice-owner-part.ts';
import { LETTER, type PdfDocument } from './paper.ts';
import { PdfCanvas } from './pen.ts';

/**
 * An invoice on a page of its own: the owner's part, a line to cut at, the financial entity's part. Only where its
 * lines would not be read any more do they go on to a second page, their sum staying on the first.
 */
export function drawInvoice(paper: PdfDocument, issuer: Issuer, invoice: Invoice): void {
  const pen = new PdfCanvas(paper.doc, issuer.form);
  paper.addPage(issuer);
  const isWhole = drawOwnerPart(pen, issuer, invoice);
  drawBankPart(pen, issuer, invoice);
  if (invoice.annulled) {
    pen.across('ANULADA', { x: LETTER.width / 2, y: 262, size: 100 });
    pen.across('ANULADA', { x: LETTER.width / 2, y: 632, size: 60 });
  }
  if (!isWhole) drawAnnex(paper, issuer, invoice);
}
