import { crc32 } from 'node:zlib';
import type { ZipPart } from './unpack.ts';

/**
 * Makes a zip of the parts without compressing them. exceljs takes only zips, and unpacks them with another
 * library than ours: given this one, made of bytes already counted, it can meet no surprise, whatever was in
 * the uploaded file and however two libraries might read its directory differently.
 */
export function storedZip(parts: ZipPart[]): Buffer {
  const body: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of parts) {
    const fileName = Buffer.from(name, 'utf8');
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0); // version needed
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(fileName.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    body.push(Buffer.from('PK\x03\x04', 'latin1'), common, fileName, bytes);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, fileName);
    offset += 4 + common.length + fileName.length + bytes.length;
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...body, ...directory, end]);
}
