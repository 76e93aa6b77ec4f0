import { whereToPayLines } from '../../../shared/billing/where-to-pay.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

const HEIGHT = 66;
/** Of the legal text below a message. */
const LEGAL = { least: 18, most: 30 };
const GAP = 16;
/** Of the QR with its margin, 2.2 cm: a module of a page of 500 characters is a quarter of a millimetre. */
const QR_SIDE = 62;
/** Between the text and the QR, whose own margin is white too. */
const QR_GAP = 4;
/** A longer address is not typed from paper, and makes everything beside it small: its QR has it. */
const MOST_TYPED = 56;

/** At the foot of the owner's part: where to pay, with its QR while something is to be paid, the message, the legal text. */
export function drawNotes(
  pen: PdfCanvas,
  issuer: Issuer,
  { total, annulled, letterhead }: Invoice,
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
  const texts = [issuer.message, letterhead?.legalText ?? ''];
  drawTexts(pen, texts, { x: x + half + GAP, y, width: half, minSize: look.minSize });
}

/** The message, and below it the legal text, which has room by its length. */
function drawTexts(
  pen: PdfCanvas,
  texts: readonly string[],
  { y, ...look }: { x: number; y: number; width: number; minSize: number },
): void {
  const [message = '', legal = ''] = texts.map((text) => text.trim());
  const room = HEIGHT - 10;
  const share = (room * legal.length) / Math.max(1, legal.length + message.length);
  const below = message === '' ? room : legal === '' ? 0 : Math.min(LEGAL.most, Math.max(LEGAL.least, share));
  if (message !== '') {
    pen.label('Mensaje', { ...look, y });
    pen.value(message, { ...look, y: y + 9, height: room - below, size: 8.5 });
  } else if (legal !== '') pen.label('Nota legal', { ...look, y });
  if (legal !== '') {
    const gap = message === '' ? 0 : 3;
    pen.value(legal, { ...look, y: y + 9 + room - below + gap, height: below - gap, size: 7.5 });
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
