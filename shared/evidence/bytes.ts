/** Function that returns the SHA-256 of bytes: 32 bytes. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

const encoder = new TextEncoder();

/** Encodes a text as UTF-8. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** Joins byte arrays to a single array, in order, for example before a hash. */
export function joinBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** True if two byte arrays have the same length and bytes, for example two hashes. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);

/** Bytes converted in one call; a call takes a limited number of arguments. */
const SLICE_BYTES = 4096;

/** Encodes bytes as base 64 with `+`, `/` and padding. */
export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += SLICE_BYTES)
    text += Reflect.apply(String.fromCharCode, null, bytes.subarray(at, at + SLICE_BYTES));
  return btoa(text);
}

/**
 * Decodes base 64.
 * @returns null unless written as by `toBase64`
 */
export function fromBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return toBase64(bytes) === text ? bytes : null;
}

/** Encodes bytes as hexadecimal text in lower case. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Decodes hexadecimal text.
 * @returns null for capitals and other text
 */
export function fromHex(text: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})*$/.test(text)) return null;
  return Uint8Array.from({ length: text.length / 2 }, (_, i) =>
    Number.parseInt(text.slice(2 * i, 2 * i + 2), 16),
  );
}
