import bwip from 'bwip-js/node';
import type { CanvasElement, Content } from 'pdfmake/interfaces.js';
import qrEncoder from 'pdfmake/js/qrEnc.js';
import type { Place } from './paper-sheet.ts';

/** Characters that fit a QR at error correction M and L, by version from 1 on: as bytes, and as capitals and digits. */
const CAPACITY = {
  bytes: {
    M: [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666],
    L: [17, 32, 53, 78, 106, 134, 154, 192, 230, 271, 321, 367, 425, 458, 520, 586, 644, 718, 792, 858],
  },
  capitals: {
    M: [20, 38, 61, 90, 122, 154, 178, 221, 262, 311, 366, 419, 483, 528, 600, 656, 734, 816, 909, 970],
    L: [25, 47, 77, 114, 154, 195, 224, 279, 335, 395, 468, 535, 619, 667, 758, 854, 938, 1046, 1153, 1249],
  },
} as const;
const CAPITALS = /^[0-9A-Z $%*+\-./:]*$/;
/** The first with an alignment pattern, without which some readers miss a code that lies a little aslant. */
const FIRST_VERSION = 2;
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
  const { level, version, module, modules } = chooseQr(text, side);
  const inset = (side - modules * module) / 2;
  const dark = qrEncoder.default
    .measure({ qr: text, eccLevel: level, version, fit: modules })
    ._canvas.slice(1);
  return blackShape(
    runsOf(dark).map((run) => ({
      x: onDots(x + inset) + run.x * module,
      y: onDots(y + inset) + run.y * module,
      width: run.length * module,
      height: module,
    })),
  );
}

/** Neighbours of a row in one piece: a fifth of the work, and no hairlines between them. */
function runsOf(modules: readonly Place[]): (Place & { length: number })[] {
  const runs: (Place & { length: number })[] = [];
  for (const { x, y } of modules) {
    const last = runs.at(-1);
    if (last !== undefined && last.y === y && last.x + last.length === x) last.length += 1;
    else runs.push({ x, y, length: 1 });
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

function chooseQr(text: string, side: number) {
  const capacity = CAPITALS.test(text) ? CAPACITY.capitals : CAPACITY.bytes;
  const length = Buffer.byteLength(text);
  const choices = (['M', 'L'] as const).map((level) => {
    const index = capacity[level].findIndex((most) => most >= length);
    if (index < 0) throw new Error(`A QR of ${length} characters is none of ours.`);
    const version = Math.max(FIRST_VERSION, index + 1);
    const modules = 17 + 4 * version;
    return { level, version, modules, module: Math.max(1, Math.floor(side / modules / DOT)) * DOT };
  });
  const [medium, low] = choices as [(typeof choices)[0], (typeof choices)[0]];
  return medium.module < GOOD_MODULE && low.module > medium.module ? low : medium;
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
