import bwip from 'bwip-js/node';
import type { CanvasElement, Content } from 'pdfmake/interfaces.js';
import type { Point } from './paper-sheet.ts';
import { encodedQr, type QrCode } from './qr-code.ts';

/** The first with an alignment pattern, without which some readers miss a code that lies a little aslant. */
const FIRST_VERSION = 2;
/** Its modules in a row. */
const SMALLEST = 25;
/** Half a millimetre: what a phone reads well. Below it a lower correction is the lesser evil. */
const GOOD_MODULE = 1.5;
/**
 * A dot of a printer of 150 dpi, and two or four of better ones. What stands on whole dots is printed with sharp
 * edges, which is what readers miss codes for.
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
  /** Of the place for the code itself, the white around it not counted. */
  side: number;
}

/** The QR of a text in the middle of its place, as large as fits. */
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

/** Dark modules of a row that are neighbours in one piece: a fifth of the work, and no hairlines between them. */
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
 * Rectangles of the page as one shape: drawn one by one they take five times as long. pdfmake draws paths, where
 * they say and not where their node is; its types have not heard of them.
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

/** A bar of the narrowest kind, 0.34 mm: what an office printer prints cleanly and any scanner reads. */
const BAR = 2 * DOT;
/** White that a scanner needs on both sides, in bars. */
const QUIET = 10;

/** The Code 128 of a text in the middle of its place, the white on both sides included. */
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

/** Bars and spaces in turn, beginning with a bar. */
function barWidths(text: string): number[] {
  const [drawn] = bwip.raw({ bcid: 'code128', text });
  if (drawn === undefined || !('sbs' in drawn)) throw new Error('Code 128 gave no bars.');
  return drawn.sbs;
}
