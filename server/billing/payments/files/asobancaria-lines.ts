/** Fields of the records as [first, after last], 0-based characters of a line. */
export const fields = {
  header: { date: [12, 20], bank: [20, 23], account: [23, 40] },
  detail: {
    reference: [2, 50],
    amount: [50, 64],
    /** Where and how it was paid, the operation, its authorisation, another bank and the branch. */
    origin: [64, 87],
    /** Why a cheque came back; blank or zeros where none did. */
    returned: [94, 97],
  },
  /** Of batches (08) and of the file (09) alike. */
  totals: { count: [2, 11], amount: [11, 29] },
} as const;

/** What a field of a line says; lines whose blanks at the end were cut are as good as whole ones. */
export const fieldOf = (line: string, [from, to]: readonly [number, number]): string =>
  line.slice(from, to).padEnd(to - from, ' ');

/** A whole field of digits, with blanks before them at most; null where it is none. */
export function digitsOf(line: string, field: readonly [number, number]): bigint | null {
  const text = fieldOf(line, field);
  return /^ *\d+$/.test(text) ? BigInt(text.trim()) : null;
}

/** What old programs end a text with. */
const END_OF_FILE = String.fromCharCode(26);
/** Bytes of which more than a few hundred say nothing further of what a file is. */
const LOOKED_AT = 20_000;

/**
 * Whether a file is a bank's, by what stands in it: its first line is a header (01 and the NIT), or one of the
 * first is a detail with its amount in place.
 */
export function looksLikeAsobancaria(bytes: Uint8Array): boolean {
  const lines = recordsOf(bytes.subarray(0, LOOKED_AT)).map(({ text }) => text);
  const [first = ''] = lines;
  const isSheet = (line: string) => /[;\t]/.test(line);
  if (/^01[\d ]{10}/.test(first) && !isSheet(first)) return true;
  return lines.some((line) => /^06.{48} *\d+$/.test(line.slice(0, 64).padEnd(64, '.')) && !isSheet(line));
}

/** Lines with something in them, by their numbers; in UTF-16 where they are marked so, else in UTF-8 or Latin-1. */
export function recordsOf(bytes: Uint8Array): { number: number; text: string }[] {
  return decode(bytes)
    .replaceAll(END_OF_FILE, '')
    .split(/\r\n|\n|\r/)
    .map((text, index) => ({ number: index + 1, text: text.trimEnd() }))
    .filter(({ text }) => text !== '');
}

function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes); // drops the byte order mark
  } catch {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  }
}
