import { joinBytes } from './bytes.ts';

/**
 * Element of DER, the binary encoding of certificates and time stamps (X.690). Used to make and check time stamps
 * of signed heads.
 */
export interface DerElement {
  /** First byte: kind of the element. */
  tag: number;
  /** Content, without tag and length. */
  body: Uint8Array;
  /** All bytes, with tag and length. */
  whole: Uint8Array;
}

/** Tag bytes (kinds) of the DER elements used in certificates and time stamps. */
export const DER = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  oid: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Tags of the first two context-specific constructed elements. */
  context: [0xa0, 0xa1],
} as const;

/** Maximum number of bytes of an element's length: enough for time stamps. */
const MOST_LENGTH_BYTES = 3;

/**
 * Reads consecutive DER elements from bytes, for example the content of a sequence.
 * @throws RangeError for invalid DER
 */
export function derElements(bytes: Uint8Array): DerElement[] {
  const found: DerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? Number.NaN;
    let start = at + 2;
    if (length > 0x7f) {
      const many = length - 0x80;
      if (many < 1 || many > MOST_LENGTH_BYTES) throw new RangeError('A DER length is malformed.');
      length = bytes.subarray(start, start + many).reduce((sum, byte) => sum * 256 + byte, 0);
      start += many;
    }
    const end = start + length;
    // Also true if the length is missing.
    if (!(end <= bytes.length)) throw new RangeError('A DER element is cut off.');
    found.push({ tag, body: bytes.subarray(start, end), whole: bytes.subarray(at, end) });
    at = end;
  }
  return found;
}

/** Makes a DER element from a tag and the bytes of the content; adds the length. */
export function derOf(tag: number, ...bodies: readonly Uint8Array[]): Uint8Array {
  const body = joinBytes(...bodies);
  const { length } = body;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length % 256];
  return joinBytes(Uint8Array.of(tag, ...head), body);
}
