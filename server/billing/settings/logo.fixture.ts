import { crc32, deflateSync } from 'node:zlib';

export const PNG_SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

interface GivenPng {
  width: number;
  /** Height in the header. Default: the number of rows. */
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
  /** Replaces the rows. */
  packed?: Buffer;
}

/** Builds a PNG by ISO/IEC 15948. Interlaced only with three bytes per pixel. */
export function pngOf(given: GivenPng): Buffer {
  const { width, rows, colour, depth = 8, filter = 0, palette, transparent, text } = given;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(given.height ?? rows.length, 4);
  header.set([depth, colour, 0, 0, given.isInterlaced ? 1 : 0], 8);
  const samples = [1, 0, 3, 1, 2, 0, 4][colour] ?? 1;
  const stride = Math.max(1, (samples * depth) / 8);
  const passes = given.isInterlaced ? adam7(rows, width) : [rows];
  const raw = passes.flatMap((pass) =>
    pass.flatMap((row, y) => [filter, ...filtered(filter, row, pass[y - 1] ?? [], stride)]),
  );
  return Buffer.concat([
    PNG_SIGNATURE,
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(transparent ? [chunk('tRNS', Buffer.from(transparent))] : []),
    ...(text ? [chunk('tEXt', text)] : []),
    chunk('IDAT', given.packed ?? deflateSync(Buffer.from(raw))),
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
  const said = Buffer.concat([Buffer.from(kind, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(said));
  return Buffer.concat([length, said, check]);
}

/** Builds the segments of a JPEG without a real picture. */
export function jpegOf({
  width,
  height,
  components = 3,
  said = Buffer.alloc(0),
}: {
  width: number;
  height: number;
  components?: number;
  said?: Buffer;
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
  return Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe1, said),
    segment(0xdb, Buffer.alloc(65)),
    segment(0xc0, frame),
    segment(0xfe, said),
    segment(0xda, Buffer.alloc(8)),
    Buffer.from([1, 2, 3, 0xff, 0xd9]),
    said,
  ]);
}
