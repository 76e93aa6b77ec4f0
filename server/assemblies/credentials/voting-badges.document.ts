import type { CanvasElement, Content, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { votingBadge } from '../../../shared/assemblies/code.ts';
import type { PaperSize } from '../../../shared/assemblies/paper.api.ts';
import { barMark, qrMark } from '../../platform/documents/code-marks.ts';
import { mm, type Point, paperSheets } from '../../platform/documents/paper-sheet.ts';
import { SOFT, textBox } from '../../platform/documents/text-box.ts';

/**
 * Content of printed voting badges: three for each unit or QR card, for the three answers. The desk scans the raised
 * badges.
 */
export interface VotingBadges {
  paper: PaperSize;
  jointName: string;
  holders: readonly {
    /** Kind of the holder, as printed: 'Inmueble' or 'Tarjeta'. */
    label: string;
    /** Name of the unit, or the card's code in groups of characters. */
    name: string;
    code: string;
  }[];
}

const answers: readonly { answerId: number; word: string; sign: VotingSign }[] = [
  { answerId: 1, word: 'A FAVOR', sign: 'favour' },
  { answerId: 2, word: 'EN CONTRA', sign: 'against' },
  { answerId: 3, word: 'EN BLANCO', sign: 'blank' },
];
const PART_HEIGHT = mm(42);
/** Layout of a sheet: four holders. The three badges of a holder are below each other. */
const grid = {
  columns: 2,
  rows: 2,
  width: mm(95),
  height: answers.length * PART_HEIGHT,
  parts: answers.length,
};
const PAD = mm(4);
const SIGN_WIDTH = mm(14);
/** Side of the QR in points: 25 modules of two points each, as on cards. */
const QR_SIDE = 50;

/** Lays out the printed voting badges as PDF: three parts for each unit or card. */
export function votingBadges({ paper, jointName, holders }: VotingBadges): TDocumentDefinitions {
  return {
    info: { title: `Papeletas de Votación ${jointName}` },
    ...paperSheets(paper, grid, holders, (holder, { x, y }) =>
      answers.flatMap((answer, i) => drawBadge(holder, answer, { x, y: y + i * PART_HEIGHT }, jointName)),
    ),
  };
}

function drawBadge(
  { label, name, code }: VotingBadges['holders'][number],
  { answerId, word, sign }: (typeof answers)[number],
  { x, y }: Point,
  jointName: string,
): Content[] {
  const text = votingBadge(code, answerId);
  const left = x + PAD + SIGN_WIDTH + mm(3);
  const qrLeft = x + grid.width - PAD - QR_SIDE;
  const width = qrLeft - left - mm(3);
  const bars = { x: x + PAD + SIGN_WIDTH, width: grid.width - PAD - SIGN_WIDTH };
  return [
    votingSign(sign, { x: x + PAD, y: y + PAD, width: SIGN_WIDTH, height: PART_HEIGHT - 2 * PAD }),
    textBox(word, {
      x: left,
      y: y + mm(3.4),
      width,
      height: mm(8),
      size: 22,
      minSize: 12,
      bold: true,
      vertical: 'middle',
    }),
    textBox(`Papeleta de votación · ${jointName}`, {
      x: left,
      y: y + mm(11.8),
      width,
      height: mm(5.2),
      size: 6.5,
      minSize: 5,
      color: SOFT,
    }),
    textBox(`${label} ${name}`, {
      x: left,
      y: y + mm(16.6),
      width,
      height: mm(8.4),
      size: 12,
      minSize: 6,
      bold: true,
      vertical: 'bottom',
    }),
    qrMark(text, { x: qrLeft, y: y + PAD, side: QR_SIDE }),
    // Beside the sign, with the white margin for a scanner on both sides.
    barMark(text, { x: bars.x, y: y + mm(25.8), width: bars.width, height: mm(9.6) }),
    // In one piece, as typed if a scanner fails.
    textBox(text, { ...bars, y: y + mm(36.3), height: mm(3), size: 7, align: 'center' }),
  ];
}

/**
 * Printed sign of an answer: in favour, against, blank. Signs differ by background and shape, for black and white
 * printers.
 */
type VotingSign = 'favour' | 'against' | 'blank';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

// Colors of equal darkness: in grey only ground and sign differ, never the shade.
const GREEN = '#0b5d33';
const RED = '#9b1c1c';
const GREY = '#3d4650';
/** Half of the side of the sign's square, in points. */
const ARM = 11;

/** Draws the sign: a tick on a full background, a cross on stripes, or an empty circle in a dashed frame. */
function votingSign(sign: VotingSign, { x, y, width, height }: Box): Content {
  const middle = { x: width / 2, y: height / 2 };
  const drawn = { favour, against, blank }[sign](width, height, middle.x, middle.y);
  return { canvas: drawn, absolutePosition: { x, y } };
}

function favour(width: number, height: number, x: number, y: number): CanvasElement[] {
  return [
    { type: 'rect', x: 0, y: 0, w: width, h: height, r: 3, lineWidth: 0, color: GREEN },
    {
      type: 'polyline',
      lineWidth: 5,
      lineColor: '#ffffff',
      lineCap: 'round',
      lineJoin: 'round',
      points: [
        { x: x - ARM, y: y + 1 },
        { x: x - ARM / 3, y: y + ARM * 0.75 },
        { x: x + ARM, y: y - ARM * 0.8 },
      ],
    },
  ];
}

function against(width: number, height: number, x: number, y: number): CanvasElement[] {
  const cross = { type: 'line', lineWidth: 5, lineColor: RED, lineCap: 'round' } as const;
  const half = width / 2 - 2;
  return [
    ...stripes(width, height),
    // The cross has a white ground to stand out from the stripes.
    { type: 'rect', x: x - half, y: y - half, w: 2 * half, h: 2 * half, lineWidth: 0, color: '#ffffff' },
    { type: 'rect', x: 0, y: 0, w: width, h: height, r: 3, lineWidth: 1.5, lineColor: RED },
    { ...cross, x1: x - ARM * 0.8, y1: y - ARM * 0.8, x2: x + ARM * 0.8, y2: y + ARM * 0.8 },
    { ...cross, x1: x - ARM * 0.8, y1: y + ARM * 0.8, x2: x + ARM * 0.8, y2: y - ARM * 0.8 },
  ];
}

function blank(width: number, height: number, x: number, y: number): CanvasElement[] {
  return [
    {
      type: 'rect',
      x: 0,
      y: 0,
      w: width,
      h: height,
      r: 3,
      lineWidth: 1.5,
      lineColor: GREY,
      dash: { length: 4, space: 3 },
    },
    { type: 'ellipse', x, y, r1: ARM, r2: ARM, lineWidth: 3, lineColor: GREY },
  ];
}

/** Returns lines at 45° that fill a rectangle from edge to edge. */
function stripes(width: number, height: number): CanvasElement[] {
  const step = 5;
  const lines: CanvasElement[] = [];
  for (let sum = step; sum < width + height; sum += step) {
    lines.push({
      type: 'line',
      lineWidth: 1.1,
      lineColor: RED,
      x1: Math.max(0, sum - height),
      y1: Math.min(sum, height),
      x2: Math.min(sum, width),
      y2: Math.max(0, sum - width),
    });
  }
  return lines;
}
