import bwip from 'bwip-js/node';
import type { CanvasElement, Content } from 'pdfmake/interfaces.js';
import type { Point } from './paper-sheet.ts';
import { encodedQr, type QrCode } from './qr-code.ts';

/**
 * Smallest QR version with an alignment pattern (a small square). Without the pattern some readers miss a slanted
 * code.
 */
const FIRST_VERSION = 2;
/** Number of squares (modules) in a row of a QR code of the first version used. */
const SMALLEST = 25;
/**
 * Side of a square of the QR code that phones read well: half a millimetre, in points. If squares become smaller, a
 * lower error correction is the better choice.
 */
const GOOD_MODULE = 1.5;
/**
 * Size in points of a printer's dot at 150 dpi. Shapes on whole dots have sharp edges, so readers do not miss the
 * code.
 */
const DOT = 72 / 150;
const onDots = (points: number): number => Math.round(points / DOT) * DOT;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Square {
  x: number;
  y: number;
  /** Side of the QR code in points, without the white margin. */
  side: number;
}

/**
 * Returns the QR code of a text as PDF content, centred in a square, as large as possible. Position and
 * side in points.
 */
export function qrMark(text: string, { x, y, side }: Square): Content {
  const { code, module } = chooseQr(text, side);
  const inset = (side - code.getModuleCount() * module) / 2;
  return blackShape(
    runsOf(code).map((run) => ({
      x: onDots(x + inset) + run.x * module,
      y: onDots(y + inset) + run.y * module,
      width: run.length * module,
      height: module,
    })),
  );
}

/** Margin of a QR code in squares, white, as readers need. */
const QR_MARGIN = 4;

/** Returns the QR code of a text as a picture with its white margin, to stand among paragraphs. `side` in points. */
export function qrPicture(text: string, side: number): Content {
  const code = encodedQr(text, 'M', 0);
  const size = code.getModuleCount() + 2 * QR_MARGIN;
  const d = runsOf(code)
    .map(({ x, y, length }) => `M${x + QR_MARGIN} ${y + QR_MARGIN}h${length}v1h${-length}z`)
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><path d="${d}" fill="#000000"/></svg>`;
  return { svg, width: side, height: side };
}

/** Joins neighbouring dark squares of a row to a rectangle: fewer shapes, and no fine lines between squares. */
function runsOf(code: QrCode): (Point & { length: number })[] {
  const runs: (Point & { length: number })[] = [];
  const size = code.getModuleCount();
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (!code.isDark(y, x)) continue;
      const last = runs.at(-1);
      if (last !== undefined && last.y === y && last.x + last.length === x) last.length += 1;
      else runs.push({ x, y, length: 1 });
    }
  }
  return runs;
}

/**
 * Draws black rectangles as a single path at page coordinates: drawing each alone takes five times as long. The
 * types of pdfmake lack paths, so the type is converted.
 */
function blackShape(rectangles: readonly Box[]): Content {
  const d = rectangles.map(({ x, y, width, height }) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');
  const path: unknown = { type: 'path', d, color: '#000000' };
  return { canvas: [path as CanvasElement], absolutePosition: { x: 0, y: 0 } };
}

function chooseQr(text: string, side: number): { code: QrCode; module: number } {
  const choiceOf = (level: 'M' | 'L') => {
    const smallest = encodedQr(text, level, 0);
    const code = smallest.getModuleCount() < SMALLEST ? encodedQr(text, level, FIRST_VERSION) : smallest;
    return { code, module: Math.max(1, Math.floor(side / code.getModuleCount() / DOT)) * DOT };
  };
  const medium = choiceOf('M');
  if (medium.module >= GOOD_MODULE) return medium;
  const low = choiceOf('L');
  return low.module > medium.module ? low : medium;
}

/**
 * Width of the narrowest bar in points (0.34 mm): office printers print the bar cleanly, and scanners read the bar.
 */
const BAR = 2 * DOT;
/** White margin on both sides of the bar code for scanners, in widths of the narrowest bar. */
const QUIET = 10;

/**
 * Returns a text as a bar code (Code 128) as PDF content, centred in a box with room for the white margins.
 * Position and size in points.
 */
export function barMark(text: string, { x, y, width, height }: Box): Content {
  const widths = barWidths(text);
  const total = widths.reduce((sum, one) => sum + one, 0);
  const bar = Math.min(BAR, width / (total + 2 * QUIET));
  const bars: Box[] = [];
  let at = onDots(x + (width - total * bar) / 2);
  widths.forEach((wide, i) => {
    if (i % 2 === 0) bars.push({ x: at, y, width: wide * bar, height });
    at += wide * bar;
  });
  return blackShape(bars);
}

/** Returns the widths of alternating bars and spaces of a Code 128, starting with a bar. */
function barWidths(text: string): number[] {
  const [drawn] = bwip.raw({ bcid: 'code128', text });
  if (drawn === undefined || !('sbs' in drawn)) throw new Error('Code 128 gave no bars.');
  return drawn.sbs;
}
