import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { Problem } from '../problem.ts';
import { endOfJpeg } from './jpeg-scans.ts';

/** Media type of an uploaded image: PNG or JPEG. */
export type ImageType = 'image/png' | 'image/jpeg';

/** Image of a joint (logo or crest) after the checks of the upload (`readImage`), ready to store, show and print. */
export interface StoredImage {
  mediaType: ImageType;
  /** Size of the image in pixels. */
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** Returns an image as a `data:` URL, for screens and for PDF. */
export const imageUrl = ({ mediaType, bytes }: Pick<StoredImage, 'mediaType' | 'bytes'>): string =>
  `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`;

/** Limits of an uploaded image, with the error code of a larger image. */
export interface ImageLimits {
  /** Maximum width or height in pixels. */
  pixels: number;
  /** Maximum size in bytes, as uploaded and as stored. */
  bytes: number;
  tooLarge: 'logoTooLarge' | 'crestTooLarge';
}

/** Number of pixels decoded between two pauses for other work: about a millisecond. */
const PIXELS_A_TURN = 4_000;

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');

/**
 * Reads an uploaded image; its bytes decide on the type. A PNG is decoded and stored again on white, without other
 * data. A JPEG is decoded to its end, and stored with its drawing segments only, without place or camera data.
 * @throws Problem logoInvalid, or the code of `most` for a too large image
 */
export async function readImage(uploaded: Uint8Array, most: ImageLimits): Promise<StoredImage> {
  const bytes = Buffer.from(uploaded.buffer, uploaded.byteOffset, uploaded.byteLength);
  if (bytes.length > most.bytes) throw new Problem(most.tooLarge);
  if (bytes.subarray(0, PNG.length).equals(PNG)) return readPng(bytes, most);
  if (bytes.length > 4 && bytes.readUInt16BE(0) === SOI) return readJpeg(bytes, most);
  throw new Problem('logoInvalid');
}

function assertSize(width: number, height: number, { pixels, tooLarge }: ImageLimits): void {
  if (width < 1 || height < 1) throw new Problem('logoInvalid');
  if (width > pixels || height > pixels) throw new Problem(tooLarge);
}

// JPEG (ITU-T T.81): segments with marker and length, up to the first scan.

const SOI = 0xffd8;
/** Codes of the JPEG frames that PDF readers support: baseline, extended and progressive, with Huffman codes. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const SCAN = 0xda;
/**
 * Codes of the JPEG segments to store: tables, restart interval, and Adobe's colour marker. Excludes data of
 * applications and cameras.
 */
const DRAWING = [0xc4, 0xdb, 0xdd, 0xee];

async function readJpeg(bytes: Buffer, most: ImageLimits): Promise<StoredImage> {
  const keptParts: Buffer[] = [bytes.subarray(0, 2)];
  let size: { width: number; height: number } | null = null;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) break;
    const marker = bytes[at + 1] ?? 0;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (end > bytes.length) break;
    if (FRAMES.includes(marker) && end - at >= 10) {
      const [precision, components] = [bytes[at + 4], bytes[at + 9]];
      size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
      assertSize(size.width, size.height, most);
      if (precision !== 8 || (components !== 1 && components !== 3)) throw new Problem('logoInvalid');
      keptParts.push(bytes.subarray(at, end));
    } else if (DRAWING.includes(marker)) keptParts.push(bytes.subarray(at, end));
    else if (marker === SCAN && size !== null) {
      const last = await endOfJpeg(bytes);
      if (last === null) break;
      keptParts.push(bytes.subarray(at, last));
      return { mediaType: 'image/jpeg', ...size, bytes: Buffer.concat(keptParts) };
    }
    at = end;
  }
  throw new Problem('logoInvalid');
}

// PNG (ISO/IEC 15948).

interface Png {
  width: number;
  height: number;
  /**
   * Pixel format: bits per sample (`depth`), samples per pixel, palette index instead of colour, and transparency
   * as the last sample.
   */
  depth: number;
  samples: number;
  isPalette: boolean;
  hasAlpha: boolean;
  /** Red, green and blue of each palette colour. */
  palette: Buffer;
  /** Opacity of each palette colour, or the transparent colour of an image without palette. */
  transparent: Buffer | null;
  data: Buffer;
}

/** Samples per pixel and allowed bit depths, by PNG colour type. */
const COLOURS: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

/** Passes of an interlaced PNG (Adam7): start x, start y, step x, step y. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const WHOLE_IMAGE = [[0, 0, 1, 1]] as const;

const inflated = promisify(inflate) as (
  data: Buffer,
  options: { maxOutputLength: number },
) => Promise<Buffer>;
const deflated = promisify(deflate) as (data: Buffer) => Promise<Buffer>;

async function readPng(bytes: Buffer, most: ImageLimits): Promise<StoredImage> {
  const { png, passes } = pngParts(bytes, most);
  const { width, height, depth, samples } = png;
  const layout = passes.map(([x, y, across, down]) => {
    const columns = Math.ceil((width - x) / across);
    const rows = Math.ceil((height - y) / down);
    const rowBytes = Math.ceil((columns * samples * depth) / 8);
    return { x, y, across, down, columns, rows, rowBytes };
  });
  const length = layout.reduce(
    (sum, { columns, rows, rowBytes }) => sum + (columns > 0 && rows > 0 ? rows * (rowBytes + 1) : 0),
    0,
  );
  // Refuses data larger than the declared pixels (zip bomb).
  const raw = await inflated(png.data, { maxOutputLength: length }).catch(() => null);
  if (raw === null || raw.length !== length) throw new Problem('logoInvalid');
  const pixels = Buffer.alloc(height * (3 * width + 1));
  const stride = Math.max(1, (samples * depth) / 8);
  let from = 0;
  let pixelsRead = 0;
  for (const pass of layout) {
    if (pass.columns <= 0) continue;
    let above: Buffer = Buffer.alloc(pass.rowBytes);
    for (let row = 0; row < pass.rows; row += 1) {
      // Yields to the event loop so that decoding blocks no request.
      pixelsRead += pass.columns;
      if (pixelsRead >= PIXELS_A_TURN) {
        pixelsRead = 0;
        await nextTurn();
      }
      const line = raw.subarray(from + 1, from + 1 + pass.rowBytes);
      unfilter(raw[from] ?? 0, line, above, stride);
      const start = (pass.y + row * pass.down) * (3 * width + 1) + 1;
      for (let column = 0; column < pass.columns; column += 1) {
        putPixel(png, line, column, pixels, start + 3 * (pass.x + column * pass.across));
      }
      above = line;
      from += pass.rowBytes + 1;
    }
  }
  const stored = pngOf(width, height, await deflated(pixels));
  if (stored.length > most.bytes) throw new Problem(most.tooLarge);
  return { mediaType: 'image/png', width, height, bytes: stored };
}

/** Returns the parts of a PNG file needed to decode the image. @throws Problem logoInvalid, logoTooLarge */
function pngParts(bytes: Buffer, most: ImageLimits) {
  let header: Buffer | null = null;
  let palette: Buffer = Buffer.alloc(0);
  let transparent: Buffer | null = null;
  const data: Buffer[] = [];
  for (let at = PNG.length; at + 12 <= bytes.length; ) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (end + 4 > bytes.length || crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) break;
    const kind = bytes.toString('latin1', at + 4, at + 8);
    const chunk = bytes.subarray(at + 8, end);
    if (kind === 'IHDR' && chunk.length === 13) header = chunk;
    else if (kind === 'PLTE') palette = chunk;
    else if (kind === 'tRNS') transparent = chunk;
    else if (kind === 'IDAT') data.push(chunk);
    else if (kind === 'IEND') break;
    at = end + 4;
  }
  if (header === null) throw new Problem('logoInvalid');
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const [depth = 0, colour = 0, , , interlace = 0] = header.subarray(8);
  assertSize(width, height, most);
  const colourType = COLOURS[colour];
  if (colourType?.depths.includes(depth) !== true || interlace > 1) throw new Problem('logoInvalid');
  const png: Png = {
    width,
    height,
    depth,
    samples: colourType.samples,
    palette,
    transparent,
    isPalette: colour === 3,
    hasAlpha: colour >= 4,
    data: Buffer.concat(data),
  };
  return { png, passes: interlace === 1 ? PASSES : WHOLE_IMAGE };
}

/** Restores the bytes of a row, stored as differences by the PNG filter, in place. @throws Problem logoInvalid */
function unfilter(filter: number, line: Buffer, above: Buffer, stride: number): void {
  if (filter > 4) throw new Problem('logoInvalid');
  if (filter === 0) return;
  for (let i = 0; i < line.length; i += 1) {
    const left = i < stride ? 0 : (line[i - stride] ?? 0);
    const up = above[i] ?? 0;
    const corner = i < stride ? 0 : (above[i - stride] ?? 0);
    const guess =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
    line[i] = ((line[i] ?? 0) + guess) & 0xff;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Writes a pixel as red, green and blue, drawn on a white background. */
function putPixel(png: Png, line: Buffer, column: number, into: Buffer, at: number): void {
  const { depth, samples, isPalette, hasAlpha, palette, transparent } = png;
  const first = column * samples;
  const one = sampleOf(line, first, depth);
  if (isPalette) {
    const alpha = (transparent?.[one] ?? 255) / 255;
    for (let i = 0; i < 3; i += 1) into[at + i] = onWhite(palette[3 * one + i] ?? 0, alpha);
    return;
  }
  const isGrey = samples < 3;
  const two = isGrey ? one : sampleOf(line, first + 1, depth);
  const three = isGrey ? one : sampleOf(line, first + 2, depth);
  const most = 2 ** depth - 1;
  let alpha = hasAlpha ? sampleOf(line, first + samples - 1, depth) / most : 1;
  if (transparent !== null && one === uint16(transparent, 0)) {
    if (isGrey || (two === uint16(transparent, 2) && three === uint16(transparent, 4))) alpha = 0;
  }
  const byte = 255 / most;
  into[at] = onWhite(one * byte, alpha);
  into[at + 1] = onWhite(two * byte, alpha);
  into[at + 2] = onWhite(three * byte, alpha);
}

const onWhite = (value: number, alpha: number): number => Math.round(255 - alpha * (255 - value));

const uint16 = (bytes: Buffer, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

function sampleOf(line: Buffer, place: number, depth: number): number {
  if (depth === 16) return uint16(line, 2 * place);
  if (depth === 8) return line[place] ?? 0;
  const bit = place * depth;
  return ((line[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & (2 ** depth - 1);
}

/** Builds a PNG file with 8-bit red, green and blue from compressed rows. */
function pngOf(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  return Buffer.concat([
    PNG,
    chunkOf('IHDR', header),
    chunkOf('IDAT', data),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}

function chunkOf(kind: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const chunk = Buffer.alloc(typedData.length + 8);
  chunk.writeUInt32BE(data.length, 0);
  chunk.set(typedData, 4);
  chunk.writeUInt32BE(crc32(typedData), typedData.length + 4);
  return chunk;
}
