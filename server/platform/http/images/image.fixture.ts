import { crc32, deflateSync } from 'node:zlib';

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

interface GivenPng {
  width: number;
  /** Height stated in the file's header. Default: the number of rows. */
  height?: number;
  colour: number;
  depth?: number;
  /** Bytes of each row before filtering. */
  rows: readonly (readonly number[])[];
  filter?: number;
  palette?: readonly number[];
  transparent?: readonly number[];
  text?: Buffer;
  isInterlaced?: boolean;
  /** Compressed rows to write instead of `rows`. */
  packed?: Buffer;
}

/**
 * Test helper: builds a PNG file (ISO/IEC 15948) for the upload of a logo. Supports interlacing only with
 * three bytes per pixel.
 */
export function pngOf(picture: GivenPng): Buffer {
  const { width, rows, colour, depth = 8, filter = 0, palette, transparent, text } = picture;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(picture.height ?? rows.length, 4);
  header.set([depth, colour, 0, 0, picture.isInterlaced ? 1 : 0], 8);
  const samples = [1, 0, 3, 1, 2, 0, 4][colour] ?? 1;
  const stride = Math.max(1, (samples * depth) / 8);
  const passes = picture.isInterlaced ? adam7(rows, width) : [rows];
  const raw = passes.flatMap((pass) =>
    pass.flatMap((row, y) => [filter, ...filtered(filter, row, pass[y - 1] ?? [], stride)]),
  );
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparent ? [chunk('tRNS', Buffer.from(transparent))] : []),
    ...(text ? [chunk('tEXt', text)] : []),
    chunk('IDAT', picture.packed ?? deflateSync(Buffer.from(raw))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function filtered(
  filter: number,
  row: readonly number[],
  above: readonly number[],
  stride: number,
): number[] {
  return row.map((byte, i) => {
    const [a, b, c] = [row[i - stride] ?? 0, above[i] ?? 0, above[i - stride] ?? 0];
    const nearest = [a, b, c].sort((x, y) => Math.abs(a + b - c - x) - Math.abs(a + b - c - y));
    // On a tie: left, then above, then corner.
    const paeth = [a, b, c].find(
      (one) => Math.abs(a + b - c - one) === Math.abs(a + b - c - (nearest[0] ?? 0)),
    );
    return (byte - ([0, a, b, (a + b) >> 1, paeth ?? 0][filter] ?? 0)) & 0xff;
  });
}

function adam7(rows: readonly (readonly number[])[], width: number): number[][][] {
  const place = '1646264677777777565656567777777736463646777777775656565677777777';
  return Array.from({ length: 7 }, (_, pass) =>
    rows
      .map((row, y) =>
        Array.from({ length: width }, (_, x) => x).flatMap((x) =>
          place[(y % 8) * 8 + (x % 8)] === String(pass + 1) ? row.slice(3 * x, 3 * x + 3) : [],
        ),
      )
      .filter((row) => row.length > 0),
  );
}

function chunk(kind: string, data: Buffer): Buffer {
  const typedData = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(typedData));
  return Buffer.concat([length, typedData, check]);
}

/** Test helper: builds a JPEG file of a single colour for the upload of a logo. */
export function jpegOf({
  width,
  height,
  components = 3,
  comment = Buffer.alloc(0),
}: {
  width: number;
  height: number;
  components?: number;
  comment?: Buffer;
}): Buffer {
  const segment = (marker: number, data: Buffer) => {
    const head = Buffer.from([0xff, marker, 0, 0]);
    head.writeUInt16BE(data.length + 2, 2);
    return Buffer.concat([head, data]);
  };
  const frame = Buffer.alloc(6 + 3 * components);
  frame[0] = 8;
  frame.writeUInt16BE(height, 1);
  frame.writeUInt16BE(width, 3);
  frame[5] = components;
  const parts = Array.from({ length: components }, (_, i) => i + 1);
  for (const [i, id] of parts.entries()) frame.set([id, 0x11, 0], 6 + 3 * i);
  const bits = 2 * components * Math.ceil(width / 8) * Math.ceil(height / 8);
  /** Builds a Huffman table with a single code of a bit, for the symbol 0. */
  const codes = (table: number) => Buffer.from([table, 1, ...new Array(15).fill(0), 0]);
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, comment),
    segment(0xdb, Buffer.alloc(65, 1).fill(0, 0, 1)),
    segment(0xc4, Buffer.concat([codes(0), codes(0x10)])),
    segment(0xc0, frame),
    segment(0xfe, comment),
    segment(0xda, Buffer.from([components, ...parts.flatMap((id) => [id, 0]), 0, 63, 0])),
    Buffer.alloc(Math.ceil(bits / 8)),
    Buffer.from([0xff, 0xd9]),
    comment,
  ]);
}

/**
 * Test data: a small drawing as JPEG, as written by drawing programs: with rows in order (`baseline`), and
 * progressive with half the colours.
 */
export const drawnJpegs = {
  baseline: Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAYACgDASIAAhEBAxEB/8QAGgABAAMAAwAAAAAAAAAAAAAAAAUGBwEDBP/EACgQAAEEAQMDBAIDAAAAAAAAAAECAwQRAAUGIRJBURMiMWGBsTJCof/EABkBAAIDAQAAAAAAAAAAAAAAAAQFAAECA//EACIRAAIBAwIHAAAAAAAAAAAAAAECAAMEERIhBRMVMUFRof/aAAwDAQACEQMRAD8Ah8ZaHdoob1BqIdSFrHJ9KiLuuOrn+J/zznMPaAkkpM5baqJHUwCFCyLHu+u+A8p/Ue9Qt841fDOzY0qPDY1F6U8hpselalmh/fLND3DpE58MxpzanCaCSCkk/VgX+MzLX4J0zVXYXql0NhPu6em7APxZ85G49teHg0QWO5iK7uQ9divabljIzbct2doEOQ+SXFIpRPySCRf5q8YEylWKnxKByMz2qisLWpamwVKUlZV3sVX6GGIjMdSlNJIKvKia5J4s8cnGMzJgSu7s2uvV3ES4S0JkpT0qSvgLHbnscrcLY+rvPhMpLcZoHlZWFGvoA/usYwqneVUXSJg01JzNGiRmocRqMwKbaSEpB8DGMYMTnczpP//Z',
    'base64',
  ),
  progressive: Buffer.from(
    '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wgARCAAYACgDASIAAhEBAxEB/8QAGQABAAMBAQAAAAAAAAAAAAAAAAQFBgID/8QAGAEAAwEBAAAAAAAAAAAAAAAAAQMEAAL/2gAMAwEAAhADEAAAAYa0Iu6s8zGuh3KKSPcDV1aNGjCuv//EABwQAAIDAAMBAAAAAAAAAAAAAAECAAMEEBITEf/aAAgBAQABBQLjCyoE0VOYcnyxMnaXp52zMxejqIFCzXl9SmG0lVCL/8QAHBEAAQMFAAAAAAAAAAAAAAAAAwEQEQACEhRR/9oACAEDAQE/AdgfaKSb1h8Ub//EAB0RAAEEAgMAAAAAAAAAAAAAAAEAAgMRBBASISL/2gAIAQIBAT8B4lRY/jtEUa02ZwFa/8QAIRAAAgIABQUAAAAAAAAAAAAAAQIAEQMQITEyEhMigaH/2gAIAQEABj8CyxCxoaSlcXkF7nyc69Qpd1kjHebTSdScp5UogUbCf//EAB8QAQACAQUAAwAAAAAAAAAAAAEAETEQIUFRYYGh8P/aAAgBAQABPyHQS/IfmWeumNB5H+c+TCuvc/udcDeq0ysjeLqu5RuPKM+xCYAUjzKOexdzESUT/9oADAMBAAIAAwAAABAXI0EAL//EABoRAQEBAAMBAAAAAAAAAAAAAAERABAhMbH/2gAIAQMBAT8Q7J8ON3jDS6GUbx//xAAaEQEBAAIDAAAAAAAAAAAAAAABABEhEEFh/9oACAECAQE/EPOBCtsiLrjBkudt/8QAHxABAQACAgIDAQAAAAAAAAAAAREAITFREEFhgbGh/9oACAEBAAE/EPBGNusMjVBghS/FC/Xhpinbqls1y5fzvBaoikUFSn0941+R2FB4r34WlYU8qKX7lwOih9qSfhjgh7Jm11XW3ODfQQ+t+nCoG7ZU+Af2Yd8ED0Z//9k=',
    'base64',
  ),
};
