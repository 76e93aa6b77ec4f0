import type { ContentCanvas } from 'pdfmake/interfaces.js';
import { faces, robotoFiles } from './faces.ts';
import { type PageContext, pageRoom } from './page-breaks.ts';
import { inks } from './report-text.ts';
import type { Part } from './structure.ts';

/**
 * Draws a part of the document's tree, or with none what nobody is to read: a rule, a ground. By calls, or as operators
 * of the page, which are written in one piece with its mark.
 */
export type DrawAs = (part: Part | undefined, draw: (() => void) | string) => void;
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
function drawing({ width, height }: { width: number; height: number }, draw: Draw): ContentCanvas {
  const box = { type: 'rect', x: 0, y: 0, w: width, h: height, draw } as const;
  return { canvas: [box] };
}

/** What is drawn at once and never parted, in points. */
export interface FlowBlock {
  height: number;
  draw: Draw;
  /** Parts of a block that is taller than a page, each at most so high. Without it the block is never so tall. */
  split?: (height: number) => FlowBlock[];
}

/** Blocks below each other on as many pages as they take, with a head above them on each, and a foot below the last. */
export interface Flow {
  width: number;
  head: FlowBlock;
  blocks: readonly FlowBlock[];
  foot: FlowBlock;
}

/** Content that the library's layout hands over to `placeFlow`: it goes over pages without being laid out block by block. */
export const flowing = (flow: Flow, look: Pick<ContentCanvas, 'margin'>): ContentCanvas =>
  Object.assign({ canvas: [], ...look }, { flow });

/** Where pdfmake lays out: what is used of it. */
export interface PageWriter {
  context: () => PageContext;
  addVector: (shape: object) => void;
  moveToNextPage: () => void;
}

/** Puts a flow on pages: its head stays with its first block, its foot with its last. */
export function placeFlow(writer: PageWriter, { width, head, blocks, foot }: Flow): void {
  const put = ({ height, draw }: FlowBlock) => {
    writer.addVector({ type: 'rect', x: 0, y: 0, w: width, h: height, draw });
    writer.context().moveDown(height);
  };
  const room = pageRoom(writer.context()) - head.height - foot.height;
  const pieces = blocks.flatMap((block) =>
    block.height > room && block.split !== undefined ? block.split(room) : [block],
  );
  for (const [i, block] of pieces.entries()) {
    const above = i === 0 ? head.height : 0;
    const below = i === pieces.length - 1 ? foot.height : 0;
    const isOver = writer.context().availableHeight < above + block.height + below;
    if (isOver) writer.moveToNextPage();
    if (isOver || i === 0) put(head);
    put(block);
  }
  put(foot);
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
  doc.addContent(lineOperators(doc, text, style, place));
}

/** What draws such a line: of many lines that are written at once, as one piece of the page. */
export function lineOperators(
  doc: PDFKit.PDFDocument,
  text: string,
  { size, bold, color }: Style,
  { x, top, width, align = 'left' }: LinePlace,
): string {
  doc.font(robotoFiles[bold ? 'bold' : 'normal'], size);
  const font = (doc as unknown as { _font: EmbeddedFont })._font;
  let advance = 0;
  let shown = '';
  // Word by word with the space behind it, as the library sets them: most words of a table occur many times.
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf(' ', from) + 1 || text.length;
    const word = setOf(font, text.slice(from, to));
    shown += word.shown;
    advance += word.advance;
    from = to;
  }
  // The space behind a line that goes on below takes no room.
  if (text.endsWith(' ')) advance -= setOf(font, ' ').advance;
  const spare = align === 'left' ? 0 : width - (advance * size) / 1000;
  const left = x + (align === 'center' ? spare / 2 : spare);
  const { fonts } = doc.page as unknown as { fonts: Record<string, unknown> };
  fonts[font.id] ??= font.ref();
  // One text object: the library's own call keeps, turns and gives back the whole state of the page for each.
  return `${inkOf(color)} rg BT /${font.id} ${fixed(size)} Tf 1 0 0 -1 ${fixed(left)} ${fixed(top + faces.Roboto.ascent * size)} Tm [<${shown}>] TJ ET`;
}

/** What fills a rectangle. */
export const groundOperators = (
  color: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string => `${inkOf(color)} rg ${[x, y, width, height].map(fixed).join(' ')} re f`;

const fixed = (value: number): string => String(Math.round(value * 1000) / 1000);

const inkNames = new Map<string, string>();

/** '#15262a' as the three figures that a page has it by. */
function inkOf(color: string): string {
  const known = inkNames.get(color);
  if (known !== undefined) return known;
  const [, ...parts] = /^#(..)(..)(..)$/.exec(color) ?? [];
  const figures = parts.map((part) => fixed(Number.parseInt(part, 16) / 255)).join(' ');
  inkNames.set(color, figures);
  return figures;
}

/** What pdfkit keeps of a face that is in the file, beyond its types. */
interface EmbeddedFont {
  id: string;
  ref: () => unknown;
  encode: (text: string) => [codes: string[], positions: { xAdvance: number; advanceWidth: number }[]];
}

/** A piece of text as its file has it: its signs' codes, and its width in thousandths of the size. */
interface SetText {
  shown: string;
  advance: number;
  /** The glyphs that it is made of. */
  glyphs: number;
}

/** What consists of these alone is set sign by sign, so that figures stand below each other: a figure, a day. */
const FIGURE = /^[\d.,:/$%–-]+ ?$/;
/** Signs that act on their neighbours alone: no marks, no scripts of which a whole word is to be seen. */
const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u017f–—‘’“”…]+$/;
const known = new WeakMap<EmbeddedFont, Map<string, SetText>>();

/**
 * A word is put together of its pairs of signs, each of which the library sets once for each document: finding out how
 * the signs of a whole word act on each other takes ten times as long.
 */
function setOf(font: EmbeddedFont, text: string): SetText {
  const words = known.get(font) ?? new Map<string, SetText>();
  known.set(font, words);
  const before = words.get(text);
  if (before !== undefined) return before;
  const set = joined(font, text) ?? setWhole(font, text);
  // Few figures occur twice.
  if (text.length <= 2 || !FIGURE.test(text)) words.set(text, set);
  return set;
}

/** A plain text of which no signs form one; null of any other. */
function joined(font: EmbeddedFont, text: string): SetText | null {
  if (text.length <= 2 || !PLAIN.test(text)) return null;
  const isFigure = FIGURE.test(text);
  const set = { shown: '', advance: 0, glyphs: text.length };
  for (let i = 0; i < text.length; i += 1) {
    const sign = setOf(font, text.charAt(i));
    set.shown += sign.shown;
    set.advance += sign.advance;
    if (isFigure || i === text.length - 1) continue;
    const next = setOf(font, text.charAt(i + 1));
    const pair = setOf(font, text.slice(i, i + 2));
    if (pair.glyphs !== 2) return null;
    // Letters that stand closer to each other than they are wide.
    const closer = sign.advance + next.advance - pair.advance;
    if (closer !== 0) set.shown += kerned(closer);
    set.advance -= closer;
  }
  return set;
}

/** As the library sets it. */
function setWhole(font: EmbeddedFont, text: string): SetText {
  const [codes, positions] = font.encode(text);
  const set = { shown: '', advance: 0, glyphs: codes.length };
  for (const [i, { xAdvance, advanceWidth }] of positions.entries()) {
    set.shown += codes[i];
    set.advance += xAdvance;
    if (xAdvance !== advanceWidth) set.shown += kerned(advanceWidth - xAdvance);
  }
  return set;
}

const kerned = (closer: number): string => `> ${fixed(closer)} <`;

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
