import { drawImage, drawLine, drawMark } from '../../platform/documents/drawing.ts';
import { fontFiles } from '../../platform/documents/faces.ts';
import type { PaperFace } from '../../platform/documents/report-page.ts';
import { inks } from '../../platform/documents/report-text.ts';
import { LINE, type TextBox } from '../../platform/documents/text-box.ts';
import { textWidth } from '../../platform/documents/text-width.ts';
import type { StoredLogo } from '../settings/logos.repository.ts';
import { fitParagraphs } from './fitted-text.ts';
import type { PdfDocument } from './paper.ts';

/**
 * Position and style of a text drawn on a bill. The text shrinks from `size` down to `minSize` points to fit
 * the rectangle. Default: top left, dark ink.
 */
export interface TextPlace extends TextBox {
  align?: 'left' | 'right';
  vertical?: 'top' | 'middle';
}

interface Stroke {
  dash?: boolean;
  color?: string;
  width?: number;
}

const LABEL = { size: 6.5, height: 8, color: inks.soft };

/**
 * Draws texts, lines and images on a page of a printed bill, at fixed positions in points. For paper with the
 * joint's form already printed (`form` = `data`), draws only the data of the bill: headings, lines and
 * backgrounds are omitted.
 */
export class PdfCanvas {
  readonly #paper: PdfDocument;
  readonly #doc: PDFKit.PDFDocument;
  readonly #isFull: boolean;

  constructor(paper: PdfDocument, form: 'full' | 'data') {
    this.#paper = paper;
    this.#doc = paper.doc;
    this.#isFull = form === 'full';
  }

  /** Draws a text of the current bill, both on blank and on pre-printed paper. */
  value(text: string, place: TextPlace): void {
    const { x, y, width, height, bold = false, align = 'left', vertical = 'top', color = inks.ink } = place;
    const { lines, size } = fitParagraphs(text, place);
    const down = vertical === 'middle' ? (height - lines.length * size * LINE) / 2 : 0;
    lines.forEach((line, i) => {
      const top = y + down + i * LINE * size;
      if (line !== '') drawLine(this.#doc, line, { size, bold, color }, { x, top, width, align });
    });
  }

  /** Draws a fixed text, only on the full form (pre-printed paper already has the text). */
  heading(text: string, place: TextPlace): void {
    if (this.#isFull) this.value(text, place);
  }

  /** Draws the small label of a field, above the field's value. */
  label(text: string, { x, y, width, align = 'left' }: Pick<TextPlace, 'x' | 'y' | 'width' | 'align'>): void {
    this.heading(text, { x, y, width, align, ...LABEL, minSize: 4 });
  }

  line(
    x: number,
    y: number,
    length: number,
    { dash = false, color = inks.line, width = 0.6 }: Stroke = {},
  ): void {
    if (!this.#isFull) return;
    this.#doc.lineWidth(width).strokeColor(color);
    if (dash) this.#doc.dash(4, { space: 3 });
    this.#doc
      .moveTo(x, y)
      .lineTo(x + length, y)
      .stroke();
    if (dash) this.#doc.undash();
  }

  frame(x: number, y: number, width: number, height: number): void {
    if (this.#isFull) this.#doc.lineWidth(0.6).strokeColor(inks.line).rect(x, y, width, height).stroke();
  }

  ground(x: number, y: number, width: number, height: number, color: string): void {
    if (this.#isFull) this.#doc.rect(x, y, width, height).fill(color);
  }

  /** Draws the joint's logo at the top left of a box, as large as possible. */
  logo(logo: StoredLogo, { x, y, width, height }: Pick<TextBox, 'x' | 'y' | 'width' | 'height'>): void {
    if (!this.#isFull) return;
    this.#doc.image(this.#paper.imageOf(logo), x, y, { fit: [width, height] });
  }

  /** Draws the joint's crest, or SCAF's mark without a crest: for joints without a logo. */
  crest(crest: PaperFace['crest'], place: { x: number; y: number; side: number }): void {
    if (!this.#isFull) return;
    if (crest === null) drawMark(this.#doc, place);
    else drawImage(this.#doc, crest, place);
  }

  /**
   * Draws the bars of a bar code as a single shape. Widths are in modules (narrowest bars), starting with a bar.
   */
  bars(
    widths: readonly number[],
    { x, y, module, height }: { x: number; y: number; module: number; height: number },
  ): void {
    let at = 0;
    widths.forEach((wide, i) => {
      if (i % 2 === 0) this.#doc.rect(x + at * module, y, wide * module, height);
      at += wide;
    });
    this.#doc.fill('#000000');
  }

  /**
   * Draws a QR code with its white margin at the top right of a square. In `rows`, 1 is a dark square. On a screen,
   * the code links to the page.
   */
  qr(
    rows: readonly string[],
    { x, y, side, page }: { x: number; y: number; side: number; page?: string },
  ): void {
    const modules = rows.length + 2 * QR_MARGIN;
    // Aligns modules to whole dots of the poorest printer with enough resolution.
    const dot = side / modules >= 2 * DOTS.poor ? DOTS.poor : DOTS.usual;
    const module = Math.floor(side / modules / dot) * dot;
    const left = Math.floor((x + side - modules * module) / dot) * dot;
    const top = Math.ceil(y / dot) * dot;
    rows.forEach((row, down) => {
      // Adjacent dark modules are a single shape, so that no white shows between.
      for (const { index, 0: dark } of row.matchAll(/1+/g)) {
        const at = left + (QR_MARGIN + index) * module;
        this.#doc.rect(at, top + (QR_MARGIN + down) * module, dark.length * module, module);
      }
    });
    this.#doc.fill('#000000');
    if (page !== undefined) this.#doc.link(x, y, side, side, page);
  }

  /** Draws a transparent word across the page, as a watermark. */
  across(word: string, { x, y, size }: { x: number; y: number; size: number }): void {
    this.#doc
      .save()
      .rotate(-38, { origin: [x, y] })
      .font(fontFiles.Atkinson.bold, size)
      .fillColor(inks.danger, 0.3)
      .text(word, x - textWidth(word, size, true) / 2, y + size * 0.36, ON_BASELINE)
      .restore();
  }
}

/** Width of the white margin of a QR code, in modules (squares). */
const QR_MARGIN = 4;
/** Size of a printer dot in points, at 150 and at 300 dpi. */
const DOTS = { poor: 72 / 150, usual: 72 / 300 };

/** Options of PDFKit to draw text without wrapping or page breaks. */
const ON_BASELINE = { lineBreak: false, baseline: 'alphabetic' } as const;
