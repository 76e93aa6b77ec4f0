import { deflateSync, inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { Problem } from '../problem.ts';
import { drawnJpegs, jpegOf, PNG_SIGNATURE, pngOf } from './image.fixture.ts';
import { readImage } from './image.ts';

const LOGO = { pixels: 600, bytes: 300 * 1024, tooLarge: 'logoTooLarge' } as const;

const refusal = async (bytes: Uint8Array): Promise<string> =>
  readImage(bytes, LOGO).then(
    () => 'taken',
    (error: unknown) => (error instanceof Problem ? error.code : String(error)),
  );

/** Reads the pixels of a stored logo: rows of red, green and blue values. */
function pixelsOf(bytes: Uint8Array, width: number): number[][] {
  const png = Buffer.from(bytes);
  const at = png.indexOf('IDAT') + 4;
  const raw = inflateSync(png.subarray(at, at + png.readUInt32BE(at - 8)));
  const row = 3 * width + 1;
  return Array.from({ length: raw.length / row }, (_, y) => [...raw.subarray(y * row + 1, (y + 1) * row)]);
}

const stored = async (png: Uint8Array) => {
  const logo = await readImage(png, LOGO);
  return pixelsOf(logo.bytes, logo.width);
};

describe('uploaded logo', () => {
  it('a PNG logo of any colour type is decoded and stored on white', async () => {
    const RGBA = [0, 0, 0, 0, 200, 100, 50, 255, 0, 0, 0, 51];
    expect(await stored(pngOf({ width: 3, colour: 6, rows: [RGBA] }))).toEqual([
      [255, 255, 255, 200, 100, 50, 204, 204, 204],
    ]);
    expect(await stored(pngOf({ width: 2, colour: 4, rows: [[0, 255, 10, 0]] }))).toEqual([
      [0, 0, 0, 255, 255, 255],
    ]);
    // Two bits per pixel: 0, 1, 2, 3.
    expect(await stored(pngOf({ width: 4, colour: 0, depth: 2, rows: [[0b00011011]] }))).toEqual([
      [0, 0, 0, 85, 85, 85, 170, 170, 170, 255, 255, 255],
    ]);
    const palette = { palette: [10, 20, 30, 40, 50, 60], transparent: [255, 0] };
    expect(await stored(pngOf({ width: 2, colour: 3, rows: [[0, 1]], ...palette }))).toEqual([
      [10, 20, 30, 255, 255, 255],
    ]);
    // Sixteen bits with a transparent colour.
    const deep = { colour: 2, depth: 16, transparent: [0, 1, 0, 2, 0, 3] };
    const row = [0, 1, 0, 2, 0, 3, 255, 255, 0, 0, 128, 0];
    expect(await stored(pngOf({ width: 2, ...deep, rows: [row] }))).toEqual([[255, 255, 255, 255, 0, 128]]);
  });

  it('a PNG logo is decoded with every filter, and interlaced', async () => {
    const rows = Array.from({ length: 9 }, (_, y) =>
      Array.from({ length: 3 * 7 }, (_, i) => (y * 37 + i * 11 + ((i * y) % 5)) % 256),
    );
    for (const filter of [0, 1, 2, 3, 4]) {
      expect(await stored(pngOf({ width: 7, colour: 2, rows, filter })), `filter ${filter}`).toEqual(rows);
    }
    expect(await stored(pngOf({ width: 7, colour: 2, rows, isInterlaced: true }))).toEqual(rows);
    const one = rows.slice(0, 1).map((row) => row.slice(0, 3));
    expect(await stored(pngOf({ width: 1, colour: 2, rows: one, isInterlaced: true }))).toEqual(one);
  });

  it('a stored logo carries only image data, without text or metadata', async () => {
    const location = Buffer.from('GPS 4.65,-74.05');
    const logo = await readImage(jpegOf({ width: 40, height: 20, comment: location }), LOGO);
    expect(logo).toMatchObject({ mediaType: 'image/jpeg', width: 40, height: 20 });
    expect(Buffer.from(logo.bytes).includes(location)).toBe(false);
    expect(Buffer.from(logo.bytes).subarray(-2)).toEqual(Buffer.from([0xff, 0xd9]));
    const png = pngOf({ width: 1, colour: 0, rows: [[7]], text: location });
    expect(Buffer.from((await readImage(png, LOGO)).bytes).includes(location)).toBe(false);
  });

  it('a JPEG that no program can draw to its end is refused', async () => {
    for (const whole of Object.values(drawnJpegs)) {
      const logo = await readImage(whole, LOGO);
      expect(logo).toMatchObject({ mediaType: 'image/jpeg', width: 40, height: 24 });
      expect(await refusal(logo.bytes)).toBe('taken');
      const end = Buffer.from([0xff, 0xd9]);
      expect(await refusal(Buffer.concat([whole.subarray(0, whole.length - 30), end]))).toBe('logoInvalid');
      // Without its tables.
      for (const marker of [0xc4, 0xdb]) {
        const bare = Buffer.from(whole);
        for (let at = bare.indexOf(Buffer.from([0xff, marker])); at >= 0; ) {
          bare[at + 1] = 0xfe;
          at = bare.indexOf(Buffer.from([0xff, marker]));
        }
        expect(await refusal(bare)).toBe('logoInvalid');
      }
    }
    const bare = Buffer.from(
      'ffd8ffc00011080014002803011100021100031100ffda0008000000000000010203ffd9',
      'hex',
    );
    expect(await refusal(bare)).toBe('logoInvalid');
  });

  it('an invalid or too large logo is refused, without using more memory than its pixels', {
    tags: 'slow',
  }, async () => {
    const good = pngOf({ width: 2, colour: 0, rows: [[1, 2]] });
    for (const bytes of [
      Buffer.alloc(0),
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      Buffer.from('GIF89a'),
      PNG_SIGNATURE,
      good.subarray(0, good.length - 20),
      Buffer.from(good.map((byte, i) => (i === 40 ? byte ^ 1 : byte))),
      pngOf({ width: 2, colour: 0, rows: [[1, 2]], filter: 9 }),
      pngOf({ width: 2, colour: 5, rows: [[1, 2]] }),
      // Fewer rows than declared, and a zip bomb: a row of a hundred million zeros.
      pngOf({ width: 2, height: 5, colour: 0, rows: [[1, 2]] }),
      pngOf({ width: 1, colour: 0, rows: [[0]], packed: deflateSync(Buffer.alloc(100_000_000)) }),
      pngOf({ width: 0, colour: 0, rows: [[]] }),
      jpegOf({ width: 4, height: 4, components: 4 }),
      jpegOf({ width: 4, height: 4 }).subarray(0, 40),
      Buffer.from([0xff, 0xd8, 0xff, 0xd9, 0, 0]),
    ]) {
      expect(await refusal(bytes), bytes.toString('latin1', 0, 60)).toBe('logoInvalid');
    }
    expect(await refusal(pngOf({ width: 601, height: 1, colour: 0, rows: [[]] }))).toBe('logoTooLarge');
    expect(await refusal(jpegOf({ width: 10, height: 601 }))).toBe('logoTooLarge');
    expect(await refusal(Buffer.concat([good, Buffer.alloc(300 * 1024)]))).toBe('logoTooLarge');
  });
});
