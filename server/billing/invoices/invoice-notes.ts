import { whereToPayLines } from '../../../shared/billing/where-to-pay.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

const HEIGHT = 66;
const GAP = 16;
/** Of the QR with its margin, 2.2 cm: a module of a page of 500 characters is a quarter of a millimetre. */
const QR_SIDE = 62;
/** Between the text and the QR, whose own margin is white too. */
const QR_GAP = 4;
/** A longer address is not typed from paper, and makes everything beside it small: its QR has it. */
const MOST_TYPED = 56;

/** At the foot of the owner's part: where to pay, with its QR while something is to be paid, and the message. */
export function drawNotes(
  pen: PdfCanvas,
  issuer: Issuer,
  { total, annulled }: Invoice,
  { x, y, width }: { x: number; y: number; width: number },
): void {
  const half = (width - GAP) / 2;
  const qr = total > 0 && !annulled ? issuer.paymentQr : null;
  const room = qr === null ? half : half - QR_SIDE - QR_GAP;
  const look = { y: y + 9, height: HEIGHT - 10, size: 8.5, minSize: 5 };
  const lines = payLines(issuer);
  if (lines.length > 0) {
    pen.label('Dónde pagar', { x, y, width: room });
    pen.value(lines.join('\n'), { ...look, x, width: room });
  }
  if (qr !== null) {
    const left = x + half - QR_SIDE;
    const page = qr.of === 'page' ? { page: qr.text } : {};
    pen.label(qr.of === 'page' ? 'Pague en línea' : 'Llave Bre-B', {
      x: left,
      y,
      width: QR_SIDE,
      align: 'right',
    });
    pen.qr(qr.rows, { x: left, y: y + 7, side: QR_SIDE, ...page });
  }
  if (issuer.message.trim() !== '') {
    pen.label('Mensaje', { x: x + half + GAP, y, width: half });
    pen.value(issuer.message, { ...look, x: x + half + GAP, width: half });
  }
}

/** Account and key first, since what has no room is left out at the end. */
function payLines({ paymentPage, paymentPlace, ...issuer }: Issuer): string[] {
  return [
    ...whereToPayLines({ ...issuer, paymentPlace: '' }),
    ...(paymentPage === '' || paymentPage.length > MOST_TYPED ? [] : [paymentPage]),
    ...(paymentPlace.trim() === '' ? [] : [paymentPlace]),
  ];
}
