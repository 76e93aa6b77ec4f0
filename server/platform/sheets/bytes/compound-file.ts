/**
 * First bytes of a compound file (MS-CFB), the container of Excel 97, Word 97 and of new workbooks with a
 * password.
 */
export const COMPOUND_FILE = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Error for a container with wrong sizes or chains. */
class CompoundFileError extends Error {}

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
/** Sector numbers from here on are marks: free, end of a chain, table. */
const MARKS = 0xfffffffa;
const STREAM = 2;
const ROOT = 5;

/**
 * Reads the inner files ('streams') of a compound file (MS-CFB), the container of old Excel files. Reading
 * always ends, even for a file with a circle of sectors.
 * @returns key: name in lower case; value: function to read the bytes. Of streams with the same name, the
 * first
 * @throws CompoundFileError if damaged
 */
export function compoundStreams(file: Buffer): ReadonlyMap<string, () => Buffer> {
  if (file.length < HEADER_BYTES) throw new CompoundFileError();
  const [shift, smallShift] = [file.readUInt16LE(30), file.readUInt16LE(32)];
  if ((shift !== 9 && shift !== 12) || smallShift !== 6) throw new CompoundFileError();
  const size = 1 << shift;
  const sector = (number: number): Buffer => {
    const start = (number + 1) * size;
    if (start >= file.length) throw new CompoundFileError();
    return file.subarray(start, start + size);
  };
  const table = fatOf(file, size, sector);
  const chain = (first: number): Buffer => joined(first, table, sector, file.length / size);
  const entries = entriesIn(chain(file.readUInt32LE(48)));
  const smallTable = numbersIn(optional(file.readUInt32LE(60), chain));
  const root = entries.find(({ kind }) => kind === ROOT);
  const smallSectors = root === undefined ? Buffer.alloc(0) : optional(root.first, chain);
  const small = (number: number): Buffer => {
    if (number << smallShift >= smallSectors.length) throw new CompoundFileError();
    return smallSectors.subarray(number << smallShift, (number + 1) << smallShift);
  };
  const smallest = file.readUInt32LE(56);
  const streams = new Map<string, () => Buffer>();
  for (const { kind, name, first, length } of entries) {
    if (kind !== STREAM || streams.has(name)) continue;
    streams.set(name, () => {
      if (length > file.length) throw new CompoundFileError();
      if (length === 0) return Buffer.alloc(0);
      const bytes =
        length < smallest
          ? joined(first, smallTable, small, smallSectors.length >> smallShift)
          : chain(first);
      if (bytes.length < length) throw new CompoundFileError();
      return bytes.subarray(0, length);
    });
  }
  return streams;
}

const optional = (first: number, chain: (first: number) => Buffer): Buffer =>
  first >= MARKS ? Buffer.alloc(0) : chain(first);

/** Returns the table of the next sector of each sector. */
function fatOf(file: Buffer, size: number, sector: (number: number) => Buffer): number[] {
  const parts: number[] = [];
  for (let at = 76; at < HEADER_BYTES; at += 4) parts.push(file.readUInt32LE(at));
  let next = file.readUInt32LE(68);
  for (let left = file.length / size; next < MARKS; left -= 1) {
    const more = numbersIn(sector(next));
    if (left < 0) throw new CompoundFileError();
    next = more.pop() ?? MARKS;
    parts.push(...more);
  }
  const used = parts.filter((number) => number < MARKS);
  if (used.length > file.length / size) throw new CompoundFileError();
  return used.flatMap((number) => numbersIn(sector(number)));
}

/** Joins the sectors of a chain. */
function joined(
  first: number,
  table: readonly number[],
  sector: (number: number) => Buffer,
  most: number,
): Buffer {
  const pieces: Buffer[] = [];
  for (let number = first; number < MARKS; number = table[number] ?? MARKS) {
    if (pieces.length > most) throw new CompoundFileError();
    pieces.push(sector(number));
  }
  return Buffer.concat(pieces);
}

function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length >> 2 }, (_, at) => bytes.readUInt32LE(at * 4));
}

interface Entry {
  name: string;
  kind: number;
  first: number;
  length: number;
}

function entriesIn(directory: Buffer): Entry[] {
  return Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, at) => {
    const entry = directory.subarray(at * ENTRY_BYTES, (at + 1) * ENTRY_BYTES);
    const nameBytes = Math.max(0, Math.min(64, entry.readUInt16LE(64)) - 2);
    return {
      name: entry.toString('utf16le', 0, nameBytes).toLowerCase(),
      kind: entry[66] ?? 0,
      first: entry.readUInt32LE(116),
      length: entry.readUInt32LE(120),
    };
  });
}
