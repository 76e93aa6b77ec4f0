import { drawMark } from '../../platform/documents/drawing.ts';
import { inks } from '../../platform/documents/report-text.ts';
import { textWidth } from '../../platform/documents/text-width.ts';
import type { StoredLogo } from '../settings/logos.repository.ts';
import { type Box, fitParagraphs, LINE } from './fitted-text.ts';
import type { PdfDocument } from './paper.ts';

/** Where a text goes and how it looks; it becomes smaller, down to `minSize`, where it would not fit. */
export interface TextPlace extends Box {
  align?: 'left' | 'right';
  vertical?: 'top' | 'middle';
  color?: string;
}

interface Stroke {
  dash?: boolean;
  color?: string;
  width?: number;
}

/** From a line's top to its baseline, in sizes: room for a capital with its accent. */
const BASELINE = 0.93;
const LABEL = { size: 6.5, height: 8, color: inks.soft };

/**
 * Draws on a page what stands at fixed places. What a pre-printed form has already, headings, lines and grounds, is
 * left out where `form` is `data`.
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

  /** What is of this paper alone. */
  value(text: string, place: TextPlace): void {
    const { x, y, width, height, bold = false, align = 'left', vertical = 'top', color = inks.ink } = place;
    const { lines, size } = fitParagraphs(text, place);
    const down = vertical === 'middle' ? (height - lines.length * size * LINE) / 2 : 0;
    this.#doc.font(bold ? 'Helvetica-Bold' : 'Helvetica', size).fillColor(color);
    lines.forEach((line, i) => {
      if (line === '') return;
      const left = align === 'left' ? x : x + width - textWidth(line, size, bold);
      this.#doc.text(line, left, y + down + (BASELINE + i * LINE) * size, ON_BASELINE);
    });
  }

  /** What every such paper says at this place. */
  heading(text: string, place: TextPlace): void {
    if (this.#isFull) this.value(text, place);
  }

  /** The small name of a field, above what stands in it. */
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

  /** A joint's logo in the left upper corner of a box, as large as fits it. */
  logo(logo: StoredLogo, { x, y, width, height }: Pick<Box, 'x' | 'y' | 'width' | 'height'>): void {
    if (!this.#isFull) return;
    this.#doc.image(this.#paper.imageOf(logo), x, y, { fit: [width, height] });
  }

  /** The mark of the program, where the joint has no logo of its own. */
  mark(x: number, y: number, side: number): void {
    if (this.#isFull) drawMark(this.#doc, { x, y, side });
  }

  /** Bars and spaces of these widths in modules, beginning with a bar, as one shape. */
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
   * A QR of these rows of modules, 1 being dark, with its white margin in the right upper corner of a square; on a
   * screen it leads to its page.
   */
  qr(
    rows: readonly string[],
    { x, y, side, page }: { x: number; y: number; side: number; page?: string },
  ): void {
    const modules = rows.length + 2 * QR_MARGIN;
    // On whole dots of the poorest printer that it is large enough for.
    const dot = side / modules >= 2 * DOTS.poor ? DOTS.poor : DOTS.usual;
    const module = Math.floor(side / modules / dot) * dot;
    const left = Math.floor((x + side - modules * module) / dot) * dot;
    const top = Math.ceil(y / dot) * dot;
    rows.forEach((row, down) => {
      // Dark ones side by side are one shape, so that no white shows between them.
      for (const { index, 0: dark } of row.matchAll(/1+/g)) {
        const at = left + (QR_MARGIN + index) * module;
        this.#doc.rect(at, top + (QR_MARGIN + down) * module, dark.length * module, module);
      }
    });
    this.#doc.fill('#000000');
    if (page !== undefined) this.#doc.link(x, y, side, side, page);
  }

  /** A word across everything that was drawn, which is read through it. */
  across(word: string, { x, y, size }: { x: number; y: number; size: number }): void {
    this.#doc
      .save()
      .rotate(-38, { origin: [x, y] })
      .font('Helvetica-Bold', size)
      .fillColor(inks.danger, 0.3)
      .text(word, x - textWidth(word, size, true) / 2, y + size * 0.36, ON_BASELINE)
      .restore();
  }
}

/** White that readers need around a QR, in modules. */
const QR_MARGIN = 4;
/** A dot of printers of 150 and of 300 dpi. */
const DOTS = { poor: 72 / 150, usual: 72 / 300 };

/** As it is: never wrapped, never on another page. */
const ON_BASELINE = { lineBreak: false, baseline: 'alphabetic' } as const;
