import type { CanvasElement, Content } from 'pdfmake/interfaces.js';

/** In favour, against, blank: told apart by ground and sign, so that a black and white printer will do. */
export type VotingSign = 'favour' | 'against' | 'blank';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

// As dark as each other: what differs in grey is the ground and the sign, never the shade.
const GREEN = '#0b5d33';
const RED = '#9b1c1c';
const GREY = '#3d4650';
/** Half of the sign's own square. */
const ARM = 11;

/** A full ground with a tick, stripes with a cross, a dashed frame with an empty circle. */
export function votingSign(sign: VotingSign, { x, y, width, height }: Box): Content {
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
    // The cross has a ground of its own, or it would be lost among the stripes.
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

/** Lines at 45° from edge to edge. */
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
