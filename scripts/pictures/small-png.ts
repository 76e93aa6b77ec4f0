/** Writes still and moving PNGs of at most 256 colours: a third of the size of the browser's own PNG of a screen. */
import { crc32, deflateSync } from 'node:zlib';

/** Pixels of a canvas. `data`: red, green, blue and alpha, one byte each. */
export interface Pixels {
  width: number;
  height: number;
  data: Uint8Array;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const MOST_COLOURS = 256;

export function smallPng(pixels: Pixels): Buffer {
  const { palette, indices } = paint(pixels);
  return encode(pixels, palette, [chunk('IDAT', packed(pixels.width, indices))]);
}

/**
 * Makes a moving picture (APNG) without end from frames of equal size, with common colours. A frame stores only the
 * changed rows.
 */
export function movingPng(frames: readonly Pixels[], frameMs: number): Buffer {
  const [first] = frames;
  if (first === undefined) throw new Error('A moving picture needs a frame.');
  const { width, height } = first;
  const { palette, indices } = paint({ width, height, data: Buffer.concat(frames.map(({ data }) => data)) });
  const size = width * height;
  const parts = frames.flatMap((_, number) => {
    const frame = indices.subarray(number * size, (number + 1) * size);
    if (number === 0)
      return [control(0, { width, top: 0, rows: height }, frameMs), chunk('IDAT', packed(width, frame))];
    const before = indices.subarray((number - 1) * size, number * size);
    const { top, end } = changedRows(width, before, frame);
    const sequence = Buffer.alloc(4);
    sequence.writeUInt32BE(2 * number);
    const rows = packed(width, frame.subarray(top * width, end * width));
    return [
      control(2 * number - 1, { width, top, rows: end - top }, frameMs),
      chunk('fdAT', Buffer.concat([sequence, rows])),
    ];
  });
  const animation = Buffer.alloc(8);
  animation.writeUInt32BE(frames.length);
  return encode(first, palette, [chunk('acTL', animation), ...parts]);
}

/** Returns the first changed row of a frame, and the row after the last; at least a row. */
function changedRows(width: number, before: Uint8Array, frame: Uint8Array): { top: number; end: number } {
  const first = frame.findIndex((colour, at) => colour !== before[at]);
  if (first === -1) return { top: 0, end: 1 };
  const last = frame.findLastIndex((colour, at) => colour !== before[at]);
  return { top: Math.floor(first / width), end: Math.floor(last / width) + 1 };
}

/** Chunk before the rows of a frame: place and time. The frame replaces the pixels at the place. */
function control(
  sequence: number,
  { width, top, rows }: { width: number; top: number; rows: number },
  frameMs: number,
): Buffer {
  const content = Buffer.alloc(26);
  for (const [at, value] of [sequence, width, rows, 0, top].entries()) content.writeUInt32BE(value, at * 4);
  content.writeUInt16BE(frameMs, 20);
  content.writeUInt16BE(1000, 22);
  return chunk('fcTL', content);
}

/** Returns the most frequent colours, and for each pixel the index of the nearest colour. */
function paint({ data }: Pixels): { palette: number[]; indices: Uint8Array } {
  const counts = new Map<number, number>();
  const colours = new Uint32Array(data.length / 4);
  for (let at = 0; at < data.length; at += 4) {
    const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0);
    colours[at / 4] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = [...counts.keys()].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  palette.length = Math.min(palette.length, MOST_COLOURS);
  const numbers = new Map([...counts.keys()].map((colour) => [colour, nearest(palette, colour)]));
  return { palette, indices: Uint8Array.from(colours, (colour) => numbers.get(colour) ?? 0) };
}

function nearest(palette: readonly number[], colour: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [number, other] of palette.entries()) {
    const [red, green, blue] = [16, 8, 0].map((bits) => ((colour >> bits) & 255) - ((other >> bits) & 255));
    const far = (red ?? 0) ** 2 + (green ?? 0) ** 2 + (blue ?? 0) ** 2;
    if (far < least) [least, best] = [far, number];
  }
  return best;
}

function encode({ width, height }: Pixels, palette: readonly number[], content: readonly Buffer[]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel: the number of a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    ...content,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns the compressed rows of the numbers of colours. */
function packed(width: number, indices: Uint8Array): Buffer {
  const height = indices.length / width;
  // Each row begins with its filter: no filter.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return deflateSync(rows, { level: 9 });
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
