import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);
/** Methods of the ZIP format. */
const STORED = 0;
const DEFLATE = 8;
/** Files up to this number of bytes are not compressed: a compressor costs more time than checking a receipt. */
const SMALL_BYTES = 4096;
interface Packed {
  method: typeof STORED | typeof DEFLATE;
  packed: Uint8Array;
  checksum: number;
}

/** Compressed files of archives, cached: a file shared by many archives is compressed once. */
const packedFiles = new WeakMap<Uint8Array, Promise<Packed>>();

function packedOf(bytes: Uint8Array) {
  const made = packedFiles.get(bytes) ?? pack(bytes);
  packedFiles.set(bytes, made);
  return made;
}

async function pack(bytes: Uint8Array): Promise<Packed> {
  const checksum = crc32(bytes);
  if (bytes.length <= SMALL_BYTES) return { method: STORED, packed: bytes, checksum };
  return { method: DEFLATE, packed: await deflate(bytes), checksum };
}

/**
 * Date of every file in an archive, constant so equal contents give equal bytes; the contents state the true time.
 */
const DOS_DATE = 0x0021;
/** Flag of the ZIP format: file names are UTF-8. */
const FLAGS = 0x0800;
const VERSION = 20;

/**
 * Creates a ZIP archive (APPNOTE 6.3, without ZIP64: below 4 GB and 65,536 files). Parameters as `zipPieces`.
 */
export const zipOf = async (...of: Parameters<typeof zipPieces>): Promise<Uint8Array> =>
  Buffer.concat(await zipPieces(...of));

/**
 * Creates a ZIP archive in pieces. Compressed files are pieces of their own, shared by all archives of a file: a copy for each
 * archive fills the memory and starts the garbage collection.
 * @param files key: path in the archive ('acta.pdf'). Value: bytes of the file
 * @param each called with the number of compressed files after each file
 */
export async function zipPieces(
  files: ReadonlyMap<string, Uint8Array>,
  each: (done: number) => void = () => undefined,
): Promise<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  /** Parts between two compressed files. */
  const small: Uint8Array[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const [path, bytes] of files) {
    const name = Buffer.from(path, 'utf8');
    const { method, packed, checksum } = await packedOf(bytes);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(VERSION, 0);
    common.writeUInt16LE(FLAGS, 2);
    common.writeUInt16LE(method, 4);
    common.writeUInt16LE(DOS_DATE, 8);
    common.writeUInt32LE(checksum, 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, name]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, place, name]));
    small.push(header);
    if (method === STORED) small.push(packed);
    else pieces.push(Buffer.concat(small.splice(0)), packed);
    at += header.length + packed.length;
    each(central.length);
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(files.size, 8);
  end.writeUInt16LE(files.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(at, 16);
  pieces.push(Buffer.concat([...small, directory, end]));
  return pieces;
}
