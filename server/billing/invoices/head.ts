import { contactLine } from '../../../shared/billing/letterhead.ts';
import { monthTitle } from '../../../shared/days.ts';
import { inks } from '../../platform/documents/report-text.ts';
import type { StoredLogo } from '../settings/logos.repository.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

/** Left edge, right edge and width of the printed content of a bill, in points from the left of the page. */
export const EDGE = { left: 36, right: 576, width: 540 } as const;
const MARK = 26;
/** Gap between the logo (or SCAF's mark) and the joint's name, in points. */
const BESIDE = 8;
/** Maximum logo size in points: 3.4 cm by 1.3 cm. */
const LOGO = { width: 96, height: 37 };
const SIDE = 184;

/**
 * Draws the top of a printed bill: name and NIT of the joint, bill number and month. The joint's logo
 * replaces the mark of SCAF. Used for the owner's part, the bank's part and the annex.
 * @param y top edge in points
 * @param hasContact true if there is room for the administrator's contact data
 */
export function drawHead(
  pen: PdfCanvas,
  { jointName, nit, face }: Issuer,
  { bill, month, letterhead }: Invoice,
  { y, hasContact }: { y: number; hasContact: boolean },
): void {
  const { logo } = letterhead;
  if (logo === null) pen.crest(face.crest, { x: EDGE.left, y, side: MARK });
  else pen.logo(logo, { ...LOGO, x: EDGE.left, y });
  const left = EDGE.left + (logo === null ? MARK : fittedWidth(logo)) + BESIDE;
  pen.value(jointName, {
    x: left,
    y,
    width: EDGE.right - SIDE - 12 - left,
    height: 28,
    size: 13,
    minSize: 6,
    bold: true,
    vertical: 'middle',
  });
  if (nit !== '') {
    pen.heading('NIT', { x: left, y: y + 29, width: 20, height: 10, size: 8, color: inks.soft });
    pen.value(nit, {
      x: left + 20,
      y: y + 29,
      width: EDGE.right - SIDE - 32 - left,
      height: 10,
      size: 8,
      minSize: 5,
    });
  }
  if (hasContact) {
    const room = { x: left, y: y + 38.5, width: EDGE.right - left, height: 8.5 };
    pen.heading(contactLine(letterhead), { ...room, size: 7, minSize: 4.5, color: inks.soft });
  }
  const side = { x: EDGE.right - SIDE, width: SIDE };
  const small = { ...side, height: 11, size: 8, color: inks.soft };
  pen.heading('Cuenta de cobro', { ...side, y, height: 18, size: 14, bold: true, color: inks.primary });
  pen.heading('Mes', { ...small, y: y + 20 });
  pen.heading('No.', { ...small, y: y + 3, x: EDGE.right - 64, width: 16 });
  pen.value(String(bill), {
    x: EDGE.right - 46,
    y,
    width: 46,
    height: 18,
    size: 13,
    minSize: 6,
    bold: true,
    align: 'right',
    vertical: 'middle',
  });
  pen.value(monthTitle(month), { ...side, y: y + 19, height: 12, size: 9, bold: true, align: 'right' });
  // Older pre-printed paper lacks the sentence.
  pen.value(NO_INVOICE, {
    ...side,
    y: y + 31,
    height: 8,
    size: 6.5,
    align: 'right',
    color: inks.soft,
  });
}

/** Sentence of each bill: fees are neither a sale nor a service (DIAN, Oficio 297 of 2021). */
export const NO_INVOICE = 'Este documento no es factura';

/** Returns the width of a logo after fitting the logo into its box, in points. */
const fittedWidth = ({ width, height }: StoredLogo): number =>
  width * Math.min(LOGO.width / width, LOGO.height / height);
