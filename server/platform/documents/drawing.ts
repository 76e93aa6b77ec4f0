import type { ContentCanvas } from 'pdfmake/interfaces.js';
import { imageUrl, type StoredImage } from '../http/images/image.ts';
import { faceOf, faces, fontFiles } from './faces.ts';
import { type PageContext, pageRoom } from './page-breaks.ts';
import { inks } from './report-text.ts';
import type { Part } from './structure.ts';

/**
 * Function to draw content and tag the content for screen readers. `part` is the element of the PDF's
 * structure tree; with `part` undefined, screen readers skip the content, for example a background. `draw`
 * makes pdfkit calls, or is a text of PDF page operators.
 */
export type DrawAs = (part: Part | undefined, draw: (() => void) | string) => void;
/**
 * Function to draw a shape with pdfkit.
 * @param at upper left corner of the shape on the page, in points
 * @param as function for all drawing calls, see `DrawAs`
 */
export type Draw = (doc: PDFKit.PDFDocument, at: { x: number; y: number }, as: DrawAs) => void;

/** Shape to draw on a PDF page: the drawing function, and the upper left corner of the shape in points. */
export interface Drawn {
  draw: Draw;
  x: number;
  y: number;
}

/**
 * Makes a box of known size that pdfmake places and pdfkit calls draw. Saves layout time for content repeated a
 * hundred times per page.
 */
function drawing({ width, height }: { width: number; height: number }, draw: Draw): ContentCanvas {
  const box = { type: 'rect', x: 0, y: 0, w: width, h: height, draw } as const;
  return { canvas: [box] };
}

/**
 * Block of a document drawn by the project instead of by pdfmake, for example a row of a table. Never
 * broken across pages.
 */
export interface FlowBlock {
  /** Height in points. */
  height: number;
  draw: Draw;
  /**
   * Divides a block taller than a page into parts of at most `height` points. Required for blocks possibly taller
   * than a page.
   */
  split?: (height: number) => FlowBlock[];
}

/**
 * Long content over several pages, drawn without pdfmake's slow layout, for example a table with thousands
 * of rows.
 */
export interface Flow {
  /** Width in points. */
  width: number;
  /** Block at the start, repeated at the top of each further page. */
  head: FlowBlock;
  blocks: readonly FlowBlock[];
  /** Block after the last block. */
  foot: FlowBlock;
}

/**
 * Returns a `Flow` (long content drawn by the project) as content for a pdfmake document.
 * @param look margin of the content
 */
export const flowing = (flow: Flow, look: Pick<ContentCanvas, 'margin'>): ContentCanvas =>
  Object.assign({ canvas: [], ...look }, { flow });

/** Functions of pdfmake's internal page writer used by `placeFlow`. */
export interface PageWriter {
  context: () => PageContext;
  addVector: (shape: object) => void;
  moveToNextPage: () => void;
}

/** Places the blocks of a flow on pages. The head stays with the first block, the foot with the last block. */
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

/**
 * Makes a drawing skipped by screen readers (PDF's word: artifact), for example a logo repeated on every
 * page. Size in points.
 */
export const artifact = (size: { width: number; height: number }, draw: Draw): ContentCanvas =>
  drawing(size, (doc, at, as) => as(undefined, () => draw(doc, at, as)));

/** Style of a line of text; size in points. */
export interface Style {
  size: number;
  bold: boolean;
  color: string;
}

/** Place of a line of text in points: left edge, top, and width for the alignment. */
export interface LinePlace {
  x: number;
  top: number;
  width: number;
  align?: 'left' | 'right' | 'center';
}

/** Draws a text in its font (`faceOf`) as a single line, without wrapping or page break. */
export function drawLine(doc: PDFKit.PDFDocument, text: string, style: Style, place: LinePlace): void {
  doc.addContent(lineOperators(doc, text, style, place));
}

/**
 * Returns a line of text as PDF page operators (PDF's drawing commands as text). Faster than a pdfkit call
 * for each of many lines. Positions in points.
 */
export function lineOperators(
  doc: PDFKit.PDFDocument,
  text: string,
  { size, bold, color }: Style,
  { x, top, width, align = 'left' }: LinePlace,
): string {
  doc.font(fontFiles[faceOf(text)][bold ? 'bold' : 'normal'], size);
  const font = (doc as unknown as { _font: EmbeddedFont })._font;
  let advance = 0;
  let shown = '';
  // Sets the text by word with the following space, like the library: most words of a table repeat, so the cache
  // helps.
  for (let from = 0; from < text.length; ) {
    const to = text.indexOf(' ', from) + 1 || text.length;
    const word = setOf(font, text.slice(from, to));
    shown += word.shown;
    advance += word.advance;
    from = to;
  }
  // The space at the end of a continued line takes no room.
  if (text.endsWith(' ')) advance -= setOf(font, ' ').advance;
  const spare = align === 'left' ? 0 : width - (advance * size) / 1000;
  const left = x + (align === 'center' ? spare / 2 : spare);
  const { fonts } = doc.page as unknown as { fonts: Record<string, unknown> };
  fonts[font.id] ??= font.ref();
  // A single text object: the library's call saves, changes and restores the page state for each line.
  return `${inkOf(color)} rg BT /${font.id} ${fixed(size)} Tf 1 0 0 -1 ${fixed(left)} ${fixed(top + faces.Roboto.ascent * size)} Tm [<${shown}>] TJ ET`;
}

/**
 * Returns a filled rectangle (a background) as PDF page operators (PDF's drawing commands as text).
 * Position and size in points.
 * @param color '#rrggbb'
 */
export const groundOperators = (
  color: string,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): string => `${inkOf(color)} rg ${[x, y, width, height].map(fixed).join(' ')} re f`;

const fixed = (value: number): string => String(Math.round(value * 1000) / 1000);

const inkNames = new Map<string, string>();

/** Converts a colour like '#15262a' to the three numbers of a PDF page operator. */
function inkOf(color: string): string {
  const inkName = inkNames.get(color);
  if (inkName !== undefined) return inkName;
  const [, ...parts] = /^#(..)(..)(..)$/.exec(color) ?? [];
  const figures = parts.map((part) => fixed(Number.parseInt(part, 16) / 255)).join(' ');
  inkNames.set(color, figures);
  return figures;
}

/** Internal fields of a font embedded by pdfkit, missing in the types of pdfkit. */
interface EmbeddedFont {
  id: string;
  ref: () => unknown;
  encode: (text: string) => [codes: string[], positions: { xAdvance: number; advanceWidth: number }[]];
}

/** Text encoded for the PDF: glyph codes, and width in thousandths of the letter size. */
interface SetText {
  shown: string;
  advance: number;
  /** Number of glyphs (drawn letters). */
  glyphs: number;
}

/** Pattern of figures and dates, set digit by digit without kerning so digits align. */
const FIGURE = /^[\d.,:/$%–-]+ ?$/;
/**
 * Pattern of texts with simple letters: no combining marks, no scripts with letters that change shape within a
 * word.
 */
const SIMPLE_TEXT = /^[ -~\u00a1-\u00ac\u00ae-\u017f–—‘’“”…]+$/;
const setTexts = new WeakMap<EmbeddedFont, Map<string, SetText>>();

/**
 * Encodes a text from single letters and pairs of letters, each encoded once per document by the font library:
 * encoding whole words takes ten times as long.
 */
function setOf(font: EmbeddedFont, text: string): SetText {
  const words = setTexts.get(font) ?? new Map<string, SetText>();
  setTexts.set(font, words);
  const before = words.get(text);
  if (before !== undefined) return before;
  const set = joined(font, text) ?? setWhole(font, text);
  // Figures rarely repeat, so only other texts are cached.
  if (text.length <= 2 || !FIGURE.test(text)) words.set(text, set);
  return set;
}

/** Encodes a text from pairs of letters. Returns null for a text with ligatures or unusual letters. */
function joined(font: EmbeddedFont, text: string): SetText | null {
  if (text.length <= 2 || !SIMPLE_TEXT.test(text)) return null;
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
    // Kerning: the pair is narrower than two single characters.
    const closer = sign.advance + next.advance - pair.advance;
    if (closer !== 0) set.shown += kerned(closer);
    set.advance -= closer;
  }
  return set;
}

/** Encodes a text with the font library, as a whole. */
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

/**
 * Draws the logo of the system (see client/app/header.tsx): a building with nine windows, a single window with
 * light.
 */
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

/** Draws an image as large as possible in a square, stored once for all pages of the document. */
export function drawImage(
  doc: PDFKit.PDFDocument,
  image: Pick<StoredImage, 'mediaType' | 'bytes'>,
  { x, y, side }: { x: number; y: number; side: number },
): void {
  // The library stores a picture once per text of the address.
  doc.image(imageUrl(image), x, y, { fit: [side, side] });
}
