import { inflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { movingPng } from './small-png.ts';

const [WIDTH, HEIGHT] = [3, 4];
const frameOf = (...colours: number[]) => ({
  width: WIDTH,
  height: HEIGHT,
  data: Uint8Array.from(colours.flatMap((colour) => [colour, 0, 255 - colour, 255])),
});

/** Returns type and content of the chunks of a PNG. */
function chunksOf(png: Buffer): { type: string; content: Buffer }[] {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({
      type: png.toString('latin1', at + 4, at + 8),
      content: png.subarray(at + 8, at + 8 + length),
    });
    at += length + 12;
  }
  return chunks;
}

/** Plays a moving picture: returns the red of each pixel after each frame, and the milliseconds of the frames. */
function played(png: Buffer): { shown: number[][]; milliseconds: number[] } {
  const canvas: number[] = Array(WIDTH * HEIGHT).fill(-1);
  const [shown, milliseconds]: [number[][], number[]] = [[], []];
  let top = 0;
  let palette: Buffer = Buffer.alloc(0);
  for (const { type, content } of chunksOf(png)) {
    if (type === 'PLTE') palette = content;
    if (type === 'fcTL') {
      top = content.readUInt32BE(16);
      milliseconds.push((content.readUInt16BE(20) * 1000) / content.readUInt16BE(22));
    }
    if (type !== 'IDAT' && type !== 'fdAT') continue;
    const rows = inflateSync(type === 'fdAT' ? content.subarray(4) : content);
    for (let at = 0; at < rows.length; at += 1) {
      const [row, column] = [Math.floor(at / (WIDTH + 1)), at % (WIDTH + 1)];
      if (column > 0) canvas[(top + row) * WIDTH + column - 1] = palette[(rows[at] ?? 0) * 3] ?? -1;
    }
    shown.push([...canvas]);
  }
  return { shown, milliseconds };
}

it('a moving picture shows each frame for the given time, also a frame without a change', () => {
  const frames = [
    [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4],
    [1, 1, 1, 2, 9, 2, 3, 3, 8, 4, 4, 4],
    [1, 1, 1, 2, 9, 2, 3, 3, 8, 4, 4, 4],
    [7, 1, 1, 2, 9, 2, 3, 3, 8, 4, 4, 6],
  ];
  const png = movingPng(
    frames.map((frame) => frameOf(...frame)),
    500,
  );
  expect(played(png)).toEqual({ shown: frames, milliseconds: [500, 500, 500, 500] });
  expect(chunksOf(png).map(({ type }) => type)).toEqual([
    ...['IHDR', 'PLTE', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'fcTL', 'fdAT', 'IEND'],
  ]);
});
