import { joinBytes } from '../../shared/evidence/bytes.ts';
import { decodeText, missing } from './files.ts';

/** Limit of unpacked bytes. An assembly with a thousand votes and a signed acta needs less than a tenth. */
const MOST_BYTES = 2 ** 29;

/** Inflates packed data. Fails if the result exceeds `most`, the declared size. */
async function inflated(packed: Uint8Array, most: number): Promise<Uint8Array> {
  const reader = new Blob([new Uint8Array(packed)])
    .stream()
    .pipeThrough(new DecompressionStream('deflate-raw'))
    .getReader();
  const parts: Uint8Array[] = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return joinBytes(...parts);
    size += value.length;
    if (size > most) missing('size');
    parts.push(value);
  }
}

/**
 * Unpacks a .zip file. Each name may occur once.
 * @throws Error for a .zip that other programs may read differently
 */
export async function unzip(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [short, long] = [(at: number) => view.getUint16(at, true), (at: number) => view.getUint32(at, true)];
  // The index must end at the end of the file: excludes a second index for other programs.
  const end = bytes.length - 22;
  let at = long(end + 16);
  if (long(end) !== 0x06054b50 || short(end + 20) !== 0 || at + long(end + 12) !== end) missing('index');
  const files = new Map<string, Uint8Array>();
  let room = MOST_BYTES;
  for (let left = short(end + 10); left > 0; left--) {
    const nameLength = short(at + 28);
    const name = decodeText(bytes.subarray(at + 46, at + 46 + nameLength));
    const local = long(at + 42);
    const length = short(local + 26);
    const nameBeside = decodeText(bytes.subarray(local + 30, local + 30 + length));
    const start = local + 30 + length + short(local + 28);
    const packed = bytes.subarray(start, start + long(at + 20));
    const whole = long(at + 24);
    room -= whole;
    if (files.has(name) || nameBeside !== name || room < 0) missing(name);
    const unpacked = short(at + 10) === 0 ? packed : await inflated(packed, whole);
    if (unpacked.length !== whole) missing(name);
    files.set(name, unpacked);
    at += 46 + nameLength + short(at + 30) + short(at + 32);
  }
  // Drop the empty folder entries of archivers.
  for (const [name, folder] of files) {
    if (!name.endsWith('/')) continue;
    if (folder.length > 0) missing(name);
    files.delete(name);
  }
  return unfolded(files);
}

/** Removes the top folder common to all files, as added by an archiver. */
function unfolded(files: Map<string, Uint8Array>): Map<string, Uint8Array> {
  const names = [...files.keys()];
  const first = `${(names[0] ?? '').split('/')[0]}/`;
  const isWhole = names.includes('manifiesto.json') || names.includes('prueba.json');
  if (isWhole || !names.every((name) => name.startsWith(first))) return files;
  return new Map([...files].map(([name, bytes]) => [name.slice(first.length), bytes]));
}
