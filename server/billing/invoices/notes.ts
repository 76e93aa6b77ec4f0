import { whereToPayLines } from '../../../shared/billing/where-to-pay.ts';
import type { Invoice, Issuer } from './invoice.types.ts';
import type { PdfCanvas } from './pen.ts';

const HEIGHT = 66;
/** Height range of the legal text below the message, in points. */
const LEGAL = { least: 18, most: 30 };
const GAP = 16;
/**
 * Side of the QR code with its margin: 2.2 cm. Even with a page address of 500 characters, each square is a quarter
 * of a millimetre.
 */
const QR_SIDE = 62;
/** Gap between text and QR code, in points. The QR code has its own white margin. */
const QR_GAP = 4;
/**
 * Maximum length of a payment page's address printed as text. A longer address appears only in the QR code, because
 * nearly no reader types a long address.
 */
const MOST_TYPED = 56;

/**
 * Draws the texts at the bottom of a bill's upper part, kept by the owner: payment instructions (with a QR
 * code if an amount is due), message of the administrator, and legal text.
 */
export function drawNotes(
  pen: PdfCanvas,
  issuer: Issuer,
  { total, annulled, letterhead, agreement, fineTerm }: Invoice,
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
    pen.label(qr.of === 'page' ? 'Pague en línea' : 'QR del banco', {
      x: left,
      y,
      width: QR_SIDE,
      align: 'right',
    });
    pen.qr(qr.rows, { x: left, y: y + 7, side: QR_SIDE, ...page });
  }
  const message = [agreement, fineTerm, issuer.message].filter((text) => text !== '').join('\n');
  const texts = [message, letterhead.legalText];
  drawTexts(pen, texts, { x: x + half + GAP, y, width: half, minSize: look.minSize });
}

/** Draws the message and, below, the legal text. The longer text gets more space. */
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

/**
 * Returns the lines of the payment instructions. Bank account and payment key come first, because lines without
 * room are cut at the end.
 */
function payLines({ paymentPage, paymentPlace, ...issuer }: Issuer): string[] {
  return [
    ...whereToPayLines({ ...issuer, paymentPlace: '' }),
    ...(paymentPage === '' || paymentPage.length > MOST_TYPED ? [] : [paymentPage]),
    ...(paymentPlace.trim() === '' ? [] : [paymentPlace]),
  ];
}
