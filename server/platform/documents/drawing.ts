import type { ContentCanvas } from 'pdfmake/interfaces.js';
import { faces, robotoFiles } from './faces.ts';
import { inks } from './report-text.ts';
import type { Part } from './structure.ts';

/** Draws a part of the document's tree, or with none what nobody is to read: a rule, a ground. */
export type DrawAs = (part: Part | undefined, draw: () => void) => void;
/** Draws with pdfkit itself, from a corner on the page in points: all of it by `as`. */
export type Draw = (doc: PDFKit.PDFDocument, at: { x: number; y: number }, as: DrawAs) => void;

/** What `renderPdf` hands over to its own `draw`. */
export interface Drawn {
  draw: Draw;
  x: number;
  y: number;
}

/**
 * Content that pdfmake places, a leaf of a size that it knows, and that draws by calls of pdfkit: what stands on a page
 * a hundred times is not laid out piece by piece.
 */
export function drawing({ width, height }: { width: number; height: number }, draw: Draw): ContentCanvas {
  const box = { type: 'rect', x: 0, y: 0, w: width, h: height, draw } as const;
  return { canvas: [box] };
}

/** A drawing that stands on every page and that nobody is to read. */
export const artifact = (size: { width: number; height: number }, draw: Draw): ContentCanvas =>
  drawing(size, (doc, at, as) => as(undefined, () => draw(doc, at, as)));

/** What a line looks like; its size in points. */
export interface Style {
  size: number;
  bold: boolean;
  color: string;
}

/** Where a line stands: its left edge, the top of its letters' room, and the width that it is aligned within. */
export interface LinePlace {
  x: number;
  top: number;
  width: number;
  align?: 'left' | 'right' | 'center';
}

/** A line of a text in Roboto as it is: never wrapped, never on another page. */
export function drawLine(doc: PDFKit.PDFDocument, text: string, style: Style, place: LinePlace): void {
  const { size, bold, color } = style;
  const { x, top, width, align = 'left' } = place;
  doc.font(robotoFiles[bold ? 'bold' : 'normal'], size);
  const font = (doc as unknown as { _font: EmbeddedFont })._font;
  quickFigures(font);
  const [codes, positions] = font.encode(text);
  let advance = 0;
  let shown = '';
  for (const [i, { xAdvance, advanceWidth }] of positions.entries()) {
    advance += xAdvance;
    shown += codes[i];
    // Letters that stand closer to each other than they are wide.
    if (xAdvance !== advanceWidth) shown += `> ${fixed(advanceWidth - xAdvance)} <`;
  }
  // The space behind a line that goes on below takes no room.
  if (text.endsWith(' ')) advance -= positions.at(-1)?.xAdvance ?? 0;
  const spare = align === 'left' ? 0 : width - (advance * size) / 1000;
  const left = x + (align === 'center' ? spare / 2 : spare);
  const { fonts } = doc.page as unknown as { fonts: Record<string, unknown> };
  fonts[font.id] ??= font.ref();
  // One text object: the library's own call keeps, turns and gives back the whole state of the page for each.
  doc
    .fillColor(color)
    .addContent(
      `BT /${font.id} ${fixed(size)} Tf 1 0 0 -1 ${fixed(left)} ${fixed(top + faces.Roboto.ascent * size)} Tm [<${shown}>] TJ ET`,
    );
}

const fixed = (value: number): string => String(Math.round(value * 1000) / 1000);

interface Glyphs {
  glyphs: { id: number; advanceWidth: number; codePoints: number[] }[];
  positions: { xAdvance: number; advanceWidth: number }[];
  advanceWidth: number;
}

/** What pdfkit keeps of a face that is in the file, beyond its types. */
interface EmbeddedFont {
  id: string;
  scale: number;
  font: { glyphForCodePoint: (code: number) => Glyphs['glyphs'][number] };
  ref: () => unknown;
  encode: (text: string) => [codes: string[], positions: Glyphs['positions']];
  layoutRun: (text: string, features?: unknown) => Glyphs;
}

/** What consists of these alone has no letters that form one or stand closer: a figure, a day, a unit's number. */
const FIGURE = /^[\d.,:/$%–-]+ ?$/;
const quick = new WeakSet<EmbeddedFont>();

const STRAIGHT = { yAdvance: 0, xOffset: 0, yOffset: 0 };

/** Figures, few of which occur twice, are set sign by sign: finding out how signs act on each other takes ten times as long. */
function quickFigures(font: EmbeddedFont): void {
  if (quick.has(font)) return;
  quick.add(font);
  const layoutRun = font.layoutRun.bind(font);
  const signs = new Map<string, Glyphs['glyphs'][number]>();
  font.layoutRun = (text, features) => {
    if (!FIGURE.test(text)) return layoutRun(text, features);
    const glyphs = Array.from(text, (sign) => {
      const known = signs.get(sign) ?? font.font.glyphForCodePoint(sign.codePointAt(0) ?? 0);
      signs.set(sign, known);
      return known;
    });
    const positions = glyphs.map(({ advanceWidth }) => {
      const width = advanceWidth * font.scale;
      // All that the library has of a sign's place: drawings of SVG add it up.
      return { ...STRAIGHT, xAdvance: width, advanceWidth: width };
    });
    return { glyphs, positions, advanceWidth: positions.reduce((sum, { xAdvance }) => sum + xAdvance, 0) };
  };
}

/** The mark of client/app/header.tsx: nine windows of a building, one lit. */
export function drawMark(
  doc: PDFKit.PDFDocument,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  const unit = side / 32;
  doc.roundedRect(x, y, side, side, 7 * unit).fill(inks.primary);
  const window = (i: number) =>
    doc.rect(
      x + (6 + (i % 3) * 7.3) * unit,
      y + (6 + Math.floor(i / 3) * 7.3) * unit,
      5.4 * unit,
      5.4 * unit,
    );
  for (let i = 0; i < 9; i += 1) if (i !== 4) window(i);
  doc.fill('#ffffff');
  window(4);
  doc.fill(inks.accent);
}
