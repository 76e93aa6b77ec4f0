import { monthTitle } from '../../../shared/days.ts';
import { inks } from '../../platform/documents/report-text.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

/** The edges between which everything stands. */
export const EDGE = { left: 36, right: 576, width: 540 } as const;
const NAME_LEFT = EDGE.left + 34;
const SIDE = 184;

/** Whose invoice it is, which one and of which month. */
export function drawHead(
  pen: PdfCanvas,
  { jointName, nit }: Issuer,
  { bill, month }: Invoice,
  y: number,
): void {
  pen.mark(EDGE.left, y, 26);
  pen.value(jointName, {
    x: NAME_LEFT,
    y,
    width: EDGE.right - SIDE - 12 - NAME_LEFT,
    height: 28,
    size: 13,
    minSize: 6,
    bold: true,
    vertical: 'middle',
  });
  if (nit !== '') {
    pen.heading('NIT', { x: NAME_LEFT, y: y + 29, width: 20, height: 10, size: 8, color: inks.soft });
    pen.value(nit, { x: NAME_LEFT + 20, y: y + 29, width: 260, height: 10, size: 8 });
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
}
